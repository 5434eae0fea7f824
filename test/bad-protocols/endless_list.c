#include <mazurka/protocol.h>
struct p { int x; };
static const struct { struct mz_variable variables[1], behind[1]; } list = {{MZ_VARIABLE (struct p, x)}, {{.name = (const char *) 16}}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), list.variables}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 3; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions};
