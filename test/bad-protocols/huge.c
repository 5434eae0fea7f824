#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static const struct mz_process processes[] = {{"p", 2, (size_t) 1 << 60, variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {"PONG", "n"}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 3; }
static void go (struct mz_step *s) { struct p *p = s->local; p->x += 1; }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .guard = few, .effect = go, .reads = "x", .uses = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
