/* Idea. Are there paths of length 0, 1, 2, ... to a bad state? Each is one query to an incremental SAT solver.
 * Source. A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic model checking without BDDs", TACAS 1999.
 * Where we differ. Another query asks whether there is any path of that length: if not, all paths were covered, which is a
 * proof. (The longest path is a completeness threshold.)
 * Why that is sound. A bad state is at the end of a path of some length; a step that fails is found before it is executed. */
#include "symbolic/bmc.h"

#include "base/measure.h"

#include <stdio.h>

void
outcome_release (struct outcome *o)
{
  VEC_FREE (o->path);
  VEC_FREE (o->inputs);
}

void
outcome_unknown (struct outcome *o, const char *why)
{
  o->kind = OUTCOME_UNKNOWN;
  snprintf (o->reason, sizeof o->reason, "%s", why);
}

void
bmc_init (struct bmc *b, const struct problem *p)
{
  *b = (struct bmc) {.p = p};
  unroll_init (&b->u, p->c, true);
  solver_init (&b->s, &b->u.g, p->budget);
}

void
bmc_release (struct bmc *b)
{
  solver_release (&b->s);
  unroll_release (&b->u);
}

/* The steps of the path in the solver's model. */
static void
read_path (struct bmc *b, struct outcome *o)
{
  const struct circuit *c = b->p->c;
  bool *value = mem_zalloc (b->u.g.nodes.count * sizeof *value);
  for (uint32_t i = 1; i < b->u.g.nodes.count; i++)
    if (!aig_is_and (&b->u.g, i))
      value[i] = solver_value (&b->s, (lit) i << 1);
  aig_simulate (&b->u.g, value);
  size_t last = b->from;
  while (last < b->depth && !aig_value (value, unroll_lit (&b->u, last, b->p->bad)))
    last++;
  o->path.count = o->inputs.count = 0;
  o->depth = last;
  for (size_t k = 0; k <= last; k++) {
    uint32_t taken = PG_ALL;
    for (uint32_t i = 0; i < c->steps.count; i++) {
      lit x = c->steps.data[i].execute, y = b->u.frames.data[k].map[lit_node (x)];
      assert (y != LIT_NONE);
      if (aig_value (value, y ^ lit_inverted (x)))
        taken = i;
    }
    if (o->loop < 0 && b->p->save != LIT_FALSE && aig_value (value, unroll_lit (&b->u, k, b->p->save)))
      o->loop = (long) k;
    VEC_PUSH (o->path, taken);
    for (size_t i = 0; i < c->inputs.count; i++)
      VEC_PUSH (o->inputs, aig_value (value, unroll_lit (&b->u, k, c->inputs.data[i])));
  }
  if (aig_value (value, unroll_lit (&b->u, last, c->doomed)))
    o->loop = -1;                 /* the run is doomed after this: what was saved on the way does not start a loop */
  o->kind = OUTCOME_PATH;
  mem_free (value);
}

enum solver_answer
bmc_look (struct bmc *b, struct outcome *o)
{
  double start = measure_seconds ();
  const struct circuit *c = b->p->c;
  lit bad = LIT_FALSE;
  for (size_t k = b->from; k <= b->depth; k++) {
    bad = aig_or (&b->u.g, bad, unroll_lit (&b->u, k, b->p->bad));
    for (size_t i = 0; i < c->steps.count; i++)
      unroll_lit (&b->u, k, c->steps.data[i].execute);      /* the path is read from these literals */
    unroll_lit (&b->u, k, b->p->save);
    unroll_lit (&b->u, k, c->doomed);
    solver_require (&b->s, unroll_lit (&b->u, k, c->hold));     /* implied, but stated so that unit propagation finds it */
  }
  enum solver_answer a = SOLVER_UNSAT;
  if (bad != LIT_FALSE || budget_over (b->p->budget)) {
    solver_assume (&b->s, bad);
    a = solver_solve (&b->s);
  }
  o->depth = a == SOLVER_UNKNOWN && b->from ? b->from - 1 : b->depth;
  o->clauses = b->s.clauses;
  if (a == SOLVER_SAT)
    read_path (b, o);
  if (a == SOLVER_UNKNOWN)
    outcome_unknown (o, b->p->budget->spent);
  if (a == SOLVER_UNSAT) {
    solver_require (&b->s, lit_not (bad));
    b->from = b->depth + 1;
  }
  if (b->p->note && a != SOLVER_UNKNOWN)
    b->p->note (b->p->context, &(struct progress_note) {b->depth, b->s.clauses, measure_seconds () - start});
  return a;
}

/* Is there a path that makes one step more? */
static enum solver_answer
bmc_goes_on (struct bmc *b)
{
  solver_assume (&b->s, unroll_lit (&b->u, b->depth, b->p->c->valid));
  solver_assume (&b->s, lit_not (unroll_lit (&b->u, b->depth, b->p->c->terminal)));
  return solver_solve (&b->s);
}

void
bmc_deepen (struct bmc *b)
{
  solver_require (&b->s, unroll_lit (&b->u, b->depth, b->p->c->valid));
  unroll_extend (&b->u);
  b->depth++;
}

/* How many depths are checked by one query: one by one at first, for shortest paths; later each query is expensive. */
static size_t
stride (const struct bmc *b, double spent)
{
  enum { MOST = 8, SHARE = 8 };
  size_t n = b->depth / SHARE;
  return spent < 2 || !n ? 1 : n > MOST ? MOST : n;
}

void
engine_bmc (const struct problem *p, struct outcome *o)
{
  struct bmc b;
  double for_bad = 0, for_length = 0;
  bmc_init (&b, p);
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  for (;;) {
    double start = measure_seconds ();
    if (bmc_look (&b, o) != SOLVER_UNSAT)
      break;
    for_bad += measure_seconds () - start;
    if (p->max_depth && b.depth >= p->max_depth) {
      outcome_unknown (o, "deeper states were not explored (--max-depth)");
      break;
    }
    start = measure_seconds ();
    /* part of the time goes to the question whether longer paths exist */
    if (!p->endless && for_length <= for_bad + 0.2 && bmc_goes_on (&b) == SOLVER_UNSAT) {
      o->kind = OUTCOME_PROVED;
      break;
    }
    for_length += measure_seconds () - start;
    for (size_t n = stride (&b, for_bad); n > 0 && !(p->max_depth && b.depth >= p->max_depth && b.from <= b.depth); n--)
      bmc_deepen (&b);
  }
  bmc_release (&b);
}
