/* A process sends a message to itself and receives it; no arrow of the story is its own. */
#include <mazurka/protocol.h>

enum { CLIENT };
struct client { int8_t sent, heard; };

static bool is_quiet (const struct mz_step *s) { return !((const struct client *) s->local)->sent; }
static void hear (struct mz_step *s) { ((struct client *) s->local)->heard = 1; }
static bool deaf (const struct mz_view *v) { return !((const struct client *) mz_local (v, CLIENT, 0))->heard; }

static void
call (struct mz_step *s)
{
  ((struct client *) s->local)->sent = 1;
  mz_send (s, mz_process (s, CLIENT, 0), 0);
}

const struct mz_protocol mz_protocol = {
  .processes = (const struct mz_process []) {
    {"client", 1, sizeof (struct client), (const struct mz_variable []) {MZ_VARIABLE (struct client, sent), MZ_VARIABLE (struct client, heard), {0}}},
    {0}},
  .messages = (const struct mz_message_type []) {{"M"}, {0}},
  .transitions = (const struct mz_transition []) {
    {MZ_HERE = "call", .process = CLIENT, .when = is_quiet, .effect = call, .reads = "sent", .writes = "sent", .sends = "M", .to = "client"},
    {MZ_HERE = "hear", .process = CLIENT, .consumes = 1, .input = 0, .effect = hear, .writes = "heard", .sends = ""},
    {0}},
  .invariants = (const struct mz_property []) {{MZ_HERE = "deaf", .holds = deaf, .reads = "client.heard"}, {0}},
};
