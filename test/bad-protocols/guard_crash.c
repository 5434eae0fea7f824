#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {"PONG", "n"}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 3; }
static bool bad (const struct mz_step *s) { const struct p *p = s->local; return p->x < 2 ? true : *(volatile int *) 8; }
static void go (struct mz_step *s) { struct p *p = s->local; p->x++; }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .guard = bad, .effect = go, .reads = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
