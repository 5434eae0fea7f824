/* Idea. A counter that is tested before it grows stays small, and a number that grows by two stays odd: most bits of many
 * words never change. Ranges miss this where test and increment are different statements; joined steps contain both. Assume
 * that every latch keeps its first value; drop the latches that some step changes under this assumption, until a fixpoint.
 * Source. C. Flanagan, K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java", FME 2001; for circuits: C. van
 * Eijk, "Sequential equivalence checking based on structural similarities", IEEE TCAD, 2000.
 * Where we differ. Only values of single latches are assumed.
 * Why that is sound. What remains holds initially and is jointly preserved by every step: it is inductive. It is the
 * largest such set, so it is the same for processes that are copies of each other. If time runs out, nothing is assumed. */
#include <ccadical.h>
#include <time.h>

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

enum {
  SECONDS = 5,                    /* seconds of processor time; longer searches gain little */
  RESTART = 400,                  /* steps of a random execution */
};
static const uint64_t effort = 20000000, most_steps = 4000;      /* bounds of random executions: evaluated nodes, and steps */

struct knowing {
  struct circuit *c;
  uint64_t random;
  struct unroll u;                /* an arbitrary state and its successor */
  struct solver s;
  VEC (uint32_t) supposed;        /* latches still assumed constant */
};

static lit
keeps (struct knowing *k, size_t frame, uint32_t latch)
{
  return lit_if (unroll_lit (&k->u, frame, k->c->latches.data[latch].now), k->c->latches.data[latch].init);
}

/* ---- random executions: find most changing latches quickly ---- */

static uint64_t
random_bits (struct knowing *k)
{
  k->random ^= k->random << 13;
  k->random ^= k->random >> 7;
  k->random ^= k->random << 17;
  return k->random;
}

/* Chooses one of the steps that are possible with random input values. False: there is none. */
static bool
choose_any (struct knowing *k, bool *value)
{
  const struct circuit *c = k->c;
  uint64_t mask = random_bits (k) % 4 ? UINT64_MAX : 0;
  uint32_t among = 0, step = 0;
  for (size_t i = 0; i < c->inputs.count; i++)
    value[lit_node (c->inputs.data[i])] = random_bits (k) & mask & 64;
  aig_simulate (&c->g, value);
  for (uint32_t i = 0; i < c->steps.count; i++)
    if (aig_value (value, c->steps.data[i].allowed) && random_bits (k) % ++among == 0)
      step = i;
  if (!among)
    return false;
  circuit_choose (c, step, value);
  aig_simulate (&c->g, value);
  return aig_value (value, c->valid);
}

static void
suppose_unchanged (struct knowing *k)
{
  const struct circuit *c = k->c;
  uint64_t steps = effort / c->g.nodes.count < most_steps ? effort / c->g.nodes.count : most_steps;
  bool *value = mem_zalloc (c->g.nodes.count), *state = mem_zalloc (c->latches.count + 1), *changed = mem_zalloc (c->latches.count + 1);
  for (uint64_t n = 0; n < steps; n++) {
    for (size_t i = 0; i < c->latches.count; i++) {
      const struct latch *l = &c->latches.data[i];
      state[i] = n % RESTART ? state[i] : l->init;
      changed[i] |= state[i] != l->init;
      value[lit_node (l->now)] = state[i];
    }
    if (!choose_any (k, value))
      n += RESTART - n % RESTART - 1;
    for (size_t i = 0; i < c->latches.count; i++)
      state[i] = aig_value (value, c->latches.data[i].next);
  }
  for (uint32_t i = 0; i < c->latches.count; i++)
    if (!changed[i])
      VEC_PUSH (k->supposed, i);
  mem_free (value);
  mem_free (state);
  mem_free (changed);
}

/* ---- the solver decides the rest ---- */

/* Can a step change one of them? */
static enum solver_answer
ask (struct knowing *k)
{
  for (size_t i = 0; i < k->supposed.count; i++) {
    solver_assume (&k->s, keeps (k, 0, k->supposed.data[i]));
    ccadical_constrain (k->s.sat, -solver_number (&k->s, keeps (k, 1, k->supposed.data[i])));
  }
  ccadical_constrain (k->s.sat, 0);
  return solver_solve (&k->s);
}

static void
drop_changed (struct knowing *k)
{
  size_t n = 0;
  for (size_t i = 0; i < k->supposed.count; i++)
    if (solver_value (&k->s, keeps (k, 1, k->supposed.data[i])))
      k->supposed.data[n++] = k->supposed.data[i];
  assert (n < k->supposed.count);
  k->supposed.count = n;
}

void
circuit_know (struct circuit *c, struct budget *budget)
{
  struct knowing k = {.c = c, .random = 88172645463325252u};
  clock_t end = clock () + SECONDS * CLOCKS_PER_SEC;
  enum solver_answer a = SOLVER_UNKNOWN;
  suppose_unchanged (&k);
  unroll_init (&k.u, c, false);
  unroll_extend (&k.u);
  solver_init_small (&k.s, &k.u.g, budget);
  solver_require (&k.s, unroll_lit (&k.u, 0, c->hold));
  solver_require (&k.s, unroll_lit (&k.u, 0, c->valid));
  while (k.supposed.count && (a = ask (&k)) == SOLVER_SAT) {
    drop_changed (&k);
    if (clock () > end)
      break;
  }
  for (size_t i = 0; i < k.supposed.count && a == SOLVER_UNSAT; i++) {
    struct latch *l = &c->latches.data[k.supposed.data[i]];
    l->stuck = true;
    c->hold = aig_and (&c->g, c->hold, lit_if (l->now, l->init));
  }
  VEC_FREE (k.supposed);
  solver_release (&k.s);
  unroll_release (&k.u);
}
