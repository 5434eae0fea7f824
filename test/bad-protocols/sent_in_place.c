#include <mazurka/protocol.h>
struct p { int x; struct mz_message m; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {.name = "m", .offset = offsetof (struct p, m), .size = sizeof (struct mz_message), .unit = 4}, {0}};
static bool few (const struct mz_step *s) { const struct p *p = s->local; return p->x < 1; }
static void go (struct mz_step *s) { struct p *p = s->local; p->x++; s->send (s, &p->m); }
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x", .uses = "", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
