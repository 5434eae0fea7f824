/* The one state that is explored has no step that could say it: with its processes exchanged there is one. */
#include <mazurka/protocol.h>
struct p { int8_t x; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static void start (int index, void *local) { ((struct p *) local)->x = (int8_t) index; }
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables, .start = start, .symmetric = true}, {0}};
static bool is_first (const struct mz_step *s) { return !((const struct p *) s->local)->x && s->index == 0; }
static void fail (struct mz_step *s) { mz_assert (s, ((const struct p *) s->local)->x); }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "fail", .process = 0, .when = is_first, .effect = fail, .reads = "x", .writes = "", .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions};
