#include <mazurka/protocol.h>
struct p { int x; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static const struct mz_process processes[] = {{"p", 3, sizeof (struct p), variables, .symmetric = true}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 2; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; }
static bool safe (const struct mz_view *v) { return ((const struct p *) mz_local (v, 0, 2))->x < 2 || ((const struct p *) mz_local (v, 0, 0))->x > 0; }
static const struct mz_transition transitions[] = {{MZ_HERE = "go", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
static const struct mz_property invariants[] = {{MZ_HERE = "safe", .holds = safe, .reads = "p.x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions, .invariants = invariants};
