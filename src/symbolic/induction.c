/* Idea. If k good steps in a row are never followed by a bad one, wherever they begin, and no path of length k from the
 * initial state is bad, then no path is.
 * Source. M. Sheeran, S. Singh, G. Stalmarck, "Checking safety properties using induction and a SAT-solver", FMCAD 2000; N.
 * Een, N. Sorensson, "Temporal induction by incremental SAT solving", BMC 2003 (states are required to differ when the
 * solver makes them equal).
 * Where we differ. States are required to have one control node for each slot, and all older slots alive: that holds in
 * every reachable state.
 * Why that is sound. A shortest path to a bad state visits no state twice; the invariant only excludes unreachable states. */
#include "symbolic/bmc.h"

struct induction {
  const struct problem *p;
  struct unroll u;                /* from any state */
  struct solver s;
};

static lit
latch_then (struct induction *n, size_t frame, size_t latch)
{
  return unroll_lit (&n->u, frame, n->p->c->latches.data[latch].now);
}

static bool
same_state (struct induction *n, size_t i, size_t k)
{
  for (size_t l = 0; l < n->p->c->latches.count; l++)
    if (solver_value (&n->s, latch_then (n, i, l)) != solver_value (&n->s, latch_then (n, k, l)))
      return false;
  return true;
}

static void
make_different (struct induction *n, size_t i, size_t k)
{
  lit same = LIT_TRUE;
  for (size_t l = 0; l < n->p->c->latches.count; l++)
    same = aig_and (&n->u.g, same, aig_equal (&n->u.g, latch_then (n, i, l), latch_then (n, k, l)));
  solver_require (&n->s, lit_not (same));
}

/* Requires states that are equal in the solver's model to differ; true: there were some. */
static bool
separate (struct induction *n, size_t depth)
{
  for (size_t i = 0; i <= depth; i++)
    for (size_t k = i + 1; k <= depth; k++)
      if (same_state (n, i, k)) {
        make_different (n, i, k);
        return true;
      }
  return false;
}

/* UNSAT: the bad state at the end of the current depth is unreachable by good steps from any state. */
static enum solver_answer
step_case (struct induction *n, size_t depth)
{
  const struct circuit *c = n->p->c;
  enum solver_answer a;
  lit bad = unroll_lit (&n->u, depth, n->p->bad);
  solver_require (&n->s, unroll_lit (&n->u, depth, c->hold));
  for (size_t l = 0; l < c->latches.count; l++)
    solver_number (&n->s, latch_then (n, depth, l));        /* so that states can be compared */
  do {
    solver_assume (&n->s, bad);
    a = solver_solve (&n->s);
  } while (a == SOLVER_SAT && separate (n, depth));
  solver_require (&n->s, lit_not (bad));
  solver_require (&n->s, unroll_lit (&n->u, depth, c->valid));
  unroll_extend (&n->u);
  return a;
}

void
engine_induction (const struct problem *p, struct outcome *o)
{
  struct bmc b;
  struct induction n = {.p = p};
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  bmc_init (&b, p);
  unroll_init (&n.u, p->c, false);
  solver_init (&n.s, &n.u.g, p->budget);
  for (;;) {
    if (bmc_look (&b, o) != SOLVER_UNSAT)
      break;
    enum solver_answer a = step_case (&n, b.depth);
    o->clauses = b.s.clauses + n.s.clauses;
    if (a == SOLVER_UNSAT) {
      o->kind = OUTCOME_PROVED;
      break;
    }
    if (a == SOLVER_UNKNOWN) {
      outcome_unknown (o, p->budget->spent);
      break;
    }
    if (p->max_depth && b.depth >= p->max_depth) {
      outcome_unknown (o, "deeper states were not explored (--max-depth)");
      break;
    }
    bmc_deepen (&b);
  }
  solver_release (&n.s);
  unroll_release (&n.u);
  bmc_release (&b);
}
