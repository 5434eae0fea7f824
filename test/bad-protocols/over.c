#include <mazurka/protocol.h>
struct p { int x, y; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), MZ_VARIABLE (struct p, y), {0}};
static bool over (const struct mz_step *s) { return ((const struct p *) s->local)->y == 1; }
static bool few (const struct mz_step *s) { const struct p *p = s->local; return p->x < 2; }
static void go (struct mz_step *s) { struct p *p = s->local; (void) p; p->x++; p->y = 1; }
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static const struct mz_message_type messages[] = {{"PING", "n"}, {0}};
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x y", .writes = "x y", .compares = "y", .over = over}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .messages = messages, .transitions = transitions};
