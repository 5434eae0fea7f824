/* Clauses for and-inverter graphs (Tseitin), with four clauses for a multiplexer, and CaDiCaL. */
#include "symbolic/solver.h"

#include "base/measure.h"

#include <ccadical.h>
#include <unistd.h>

const char budget_no_memory[] = "stopped at the limit on memory (--memory)";

bool
budget_over (struct budget *b)
{
  if (b->spent)
    return true;
  if (b->interrupt && *b->interrupt)
    b->spent = "interrupted";
  else if (b->end > 0 && measure_seconds () > b->end)
    b->spent = "not finished in time (--time)";
  else if (b->memory && b->calls++ % 64 == 0 && measure_memory (getpid ()) > b->memory)
    b->spent = budget_no_memory;
  return b->spent;
}

static int
terminate (void *state)
{
  return budget_over (state);
}

void
solver_init (struct solver *s, const struct aig *g, struct budget *b)
{
  *s = (struct solver) {.sat = ccadical_init (), .g = g, .budget = b};
  ccadical_set_option (s->sat, "quiet", 1);
  ccadical_set_terminate (s->sat, b, terminate);
}

void
solver_init_small (struct solver *s, const struct aig *g, struct budget *b)
{
  static const char *const off[] = {"lucky", "walk", "elim", "probe", "subsume", "vivify", "ternary", "condition", "decompose"};
  solver_init (s, g, b);
  for (size_t i = 0; i < sizeof off / sizeof *off; i++)
    ccadical_set_option (s->sat, off[i], 0);
}

void
solver_release (struct solver *s)
{
  if (s->sat)
    ccadical_release (s->sat);
  VEC_FREE (s->known);
  *s = (struct solver) {0};
}

static int
number (lit a)
{
  int v = (int) lit_node (a) + 1;
  return lit_inverted (a) ? -v : v;
}

void
solver_clause (struct solver *s, const int *c, size_t n)
{
  for (size_t i = 0; i < n; i++)
    ccadical_add (s->sat, c[i]);
  ccadical_add (s->sat, 0);
  s->clauses++;
}

static void
clause3 (struct solver *s, int a, int b, int c)
{
  solver_clause (s, (int[]) {a, b, c}, 3);
}

/* The clauses of one node; its operands are appended to the worklist. */
static void
define (struct solver *s, uint32_t n, uint32_t *work, size_t *count)
{
  int v = (int) n + 1;
  lit c, x, y;
  if (!n)
    solver_clause (s, (int[]) {-v}, 1);
  else if (aig_match_mux (s->g, n, &c, &x, &y)) {
    clause3 (s, -number (c), -number (x), v);
    clause3 (s, -number (c), number (x), -v);
    clause3 (s, number (c), -number (y), v);
    clause3 (s, number (c), number (y), -v);
    if (lit_node (x) != lit_node (y)) {
      clause3 (s, -number (x), -number (y), v);
      clause3 (s, number (x), number (y), -v);
    }
    work[(*count)++] = lit_node (c);
    work[(*count)++] = lit_node (x);
    work[(*count)++] = lit_node (y);
  } else if (aig_is_and (s->g, n)) {
    const struct aig_node *d = &s->g->nodes.data[n];
    solver_clause (s, (int[]) {-v, number (d->a)}, 2);
    solver_clause (s, (int[]) {-v, number (d->b)}, 2);
    clause3 (s, v, -number (d->a), -number (d->b));
    work[(*count)++] = lit_node (d->a);
    work[(*count)++] = lit_node (d->b);
  }
}

int
solver_number (struct solver *s, lit a)
{
  VEC (uint32_t) work = {0};
  assert (lit_node (a) < s->g->nodes.count);
  while (s->known.count < s->g->nodes.count)
    VEC_PUSH (s->known, false);
  VEC_PUSH (work, lit_node (a));
  while (work.count) {
    uint32_t n = VEC_POP (work);
    if (s->known.data[n])
      continue;
    s->known.data[n] = true;
    VEC_RESERVE (work, work.count + 3);
    define (s, n, work.data, &work.count);
  }
  VEC_FREE (work);
  return number (a);
}

void
solver_require (struct solver *s, lit a)
{
  solver_clause (s, (int[]) {solver_number (s, a)}, 1);
}

void
solver_assume (struct solver *s, lit a)
{
  ccadical_assume (s->sat, solver_number (s, a));
}

enum solver_answer
solver_solve (struct solver *s)
{
  s->solves++;
  if (budget_over (s->budget))
    return SOLVER_UNKNOWN;
  int answer = ccadical_solve (s->sat);
  if (answer == SOLVER_UNKNOWN && !s->budget->spent)
    s->budget->spent = "the SAT solver gave up";
  return (enum solver_answer) answer;
}

bool
solver_value (struct solver *s, lit a)
{
  if (lit_node (a) >= s->known.count || !s->known.data[lit_node (a)])
    return lit_inverted (a);
  int v = ccadical_val (s->sat, (int) lit_node (a) + 1);
  return (v > 0) ^ lit_inverted (a);
}

bool
solver_failed (struct solver *s, lit a)
{
  return ccadical_failed (s->sat, number (a));
}
