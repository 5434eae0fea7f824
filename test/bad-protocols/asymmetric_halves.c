/* Of two types with an even number of processes: only those of different halves are told apart, and of states that differ by an exchange
 * the one that is explored shows nothing of it. */
#include <mazurka/protocol.h>
struct p { int8_t x; };
static const struct mz_variable variables[] = {MZ_VARIABLE (struct p, x), {0}};
static const struct mz_process processes[] = {
  {"p", 4, sizeof (struct p), variables, .symmetric = true}, {"q", 2, sizeof (struct p), variables, .symmetric = true}, {0}};
static bool is_new (const struct mz_step *s) { return !((const struct p *) s->local)->x; }
static void go (struct mz_step *s) { ((struct p *) s->local)->x = 1; }
static bool is_high (const struct mz_step *s) { return ((const struct p *) s->local)->x == 1 && s->index >= 2; }
static void win (struct mz_step *s) { ((struct p *) s->local)->x = 2; }
static int count (const struct mz_view *v, int x)
{
  int n = 0;
  for (int i = 0; i < 4; i++)
    n += ((const struct p *) mz_local (v, 0, i))->x >= x;
  return n;
}
static bool not_alone (const struct mz_view *v) { return !count (v, 2) || count (v, 1) > 1; }
static const struct mz_property invariants[] = {{MZ_HERE = "not_alone", .holds = not_alone, .reads = "p.x"}, {0}};
static const struct mz_transition transitions[] = {
  {MZ_HERE = "go", .process = 0, .when = is_new, .effect = go, .reads = "x", .writes = "x", .sends = ""},
  {MZ_HERE = "win", .process = 0, .when = is_high, .effect = win, .reads = "x", .writes = "x", .sends = ""},
  {MZ_HERE = "follow", .process = 1, .when = is_new, .effect = go, .reads = "x", .writes = "x", .sends = ""}, {0}};
const struct mz_protocol mz_protocol = {.processes = processes, .transitions = transitions, .invariants = invariants};
