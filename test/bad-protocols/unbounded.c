#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {"PONG", "n"}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 3; }
static bool always (const struct mz_step *s) { (void) s; return true; }
static void go (struct mz_step *s) { mz_send (s, 1 - s->self, 0, 1); }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .guard = always, .effect = go, .reads = "", .sends = "PING", .to = "p"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
