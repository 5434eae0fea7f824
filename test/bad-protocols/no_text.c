#include <mazurka/protocol.h>
struct p { int x; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static const struct mz_process processes[] = {{"p", 2, sizeof (struct p), variables}, {0}};
static bool few (const struct mz_step *s) { return ((const struct p *) s->local)->x < 3; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x++; }
static const struct mz_transition transitions[] = {
  {MZ_HERE = "wächst", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x"},
  {MZ_HERE = "w\xe4" "chst", .process = 0, .when = few, .effect = go, .reads = "x", .writes = "x"}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions};
