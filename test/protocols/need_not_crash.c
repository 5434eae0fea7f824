/* A client asks and waits for an answer that never comes: it stops where it may not, also if it may crash. */
#include <mazurka/protocol.h>
enum { CLIENT, SERVER }; enum { PING, PONG };
struct client { int asked, answered; };
static bool may_ask (const struct mz_step *s) { return !((const struct client *) s->local)->asked; }
static void ask (struct mz_step *s) { ((struct client *) s->local)->asked = 1; mz_broadcast (s, SERVER, PING, 0); }
static void hear (struct mz_step *s) { ((struct client *) s->local)->answered = 1; }
static bool done (const void *l) { return ((const struct client *) l)->answered; }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "ask", .process = CLIENT, .when = may_ask, .effect = ask, .reads = "asked", .writes = "asked", .sends = "PING", .to = "server"},
  {MZ_HERE = "drop", .process = SERVER, .consumes = 1, .input = PING},
  {MZ_HERE = "hear", .process = CLIENT, .consumes = 1, .input = PONG, .effect = hear, .writes = "answered", .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = (const struct mz_process []) {
  {"client", 1, sizeof (struct client), (const struct mz_variable []) {MZ_VARIABLE (struct client, asked), MZ_VARIABLE (struct client, answered), {0}}, .may_end = done, .crashes = CRASHES},
  {"server", 1}, {0}},
  .messages = (const struct mz_message_type []) {{"PING", "n"}, {"PONG"}, {0}}, .transitions = transitions};
