/* Idea. The automaton of the runs that violate a property runs in parallel: its state is a latch for each of its states, an
 * input chooses its edge, and it moves once in each observable state.
 * Source. M. Vardi, P. Wolper, "An automata-theoretic approach to automatic program verification", LICS 1986.
 * Where we differ. In states inside atomic sequences it does not move. Fairness is part of acceptance: weak, each process
 * infinitely often moves or is disabled; strong, it moves infinitely often if it is infinitely often enabled.
 * Why that is sound. A run is the sequence of observable states (search/liveness.h), and a run that ends repeats its last
 * one: the circuit has a step that does exactly that. */
#include "ltl/automaton.h"
#include "symbolic/parts.h"

static lit
label (struct parts *p, const struct automaton *a, const struct ba_edge *e, const lit *atom)
{
  lit any = LIT_FALSE;
  for (uint32_t i = 0; i < e->ncubes; i++) {
    const struct cube *c = &a->cubes.data[e->cube + i];
    lit all = LIT_TRUE;
    for (uint32_t k = 0; k < 64; k++) {
      if (c->pos >> k & 1)
        all = aig_and (p->g, all, atom[k]);
      if (c->neg >> k & 1)
        all = aig_and (p->g, all, lit_not (atom[k]));
    }
    any = aig_or (p->g, any, all);
  }
  return any;
}

static void
make_atoms (struct parts *p, const struct circuit_claim *claim, lit *atom)
{
  for (uint32_t i = 0; i < 64; i++)
    atom[i] = LIT_FALSE;
  if (claim->label)
    atom[0] = expr_somebody_at (p, claim->label);
  for (uint32_t i = 0; i < claim->natoms; i++) {
    struct env v;
    env_init (&v, p, PG_ALL, 0);
    atom[i] = expr_true (&v, claim->atoms[i]);
    if (v.fault != LIT_FALSE)
      refuse (p, claim->atoms[i]->pos, "a proposition whose evaluation can fail");
    env_release (&v);
  }
}

/* A state from which every word is accepted: it has a self-loop for all letters with all marks. */
static uint32_t
doomed_state (const struct automaton *a)
{
  for (uint32_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    for (uint32_t c = 0; c < e->ncubes && e->source == e->target && e->marks == automaton_all_marks (a); c++)
      if (!a->cubes.data[e->cube + c].pos && !a->cubes.data[e->cube + c].neg)
        return e->source;
  }
  return PG_ALL;
}

/* The process takes part in an enabled step; in the executed one. */
static void
takes_part (struct parts *p, uint32_t slot, lit *can, lit *does)
{
  *can = *does = LIT_FALSE;
  for (size_t i = 0; i < p->c->steps.count; i++) {
    const struct step *s = &p->c->steps.data[i];
    if (s->slot != slot && s->partner != slot)
      continue;
    *can = aig_or (p->g, *can, s->possible);
    *does = aig_or (p->g, *does, s->execute);
  }
}

static void
add_fairness (struct parts *p, int fairness)
{
  enum { WEAK = 1, STRONG = 2 };
  if (fairness > STRONG)
    refuse (p, (struct pos) {.file = p->pg->file}, "--fair=trace");
  for (uint32_t i = 0; i < p->slots.count && fairness; i++) {
    lit can, does;
    takes_part (p, i, &can, &does);
    lit could = aig_and (p->g, p->c->observable, can);
    if (fairness == WEAK)
      VEC_PUSH (p->c->justice, (struct justice) {LIT_TRUE, aig_or (p->g, does, aig_and (p->g, p->c->observable, lit_not (can)))});
    else
      VEC_PUSH (p->c->justice, (struct justice) {could, does});
  }
}

/* The automaton's latches, the condition that its chosen edge matches, its marks. */
static lit
walk_along (struct parts *p, const struct automaton *a, const lit *atom)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  uint32_t most = 1, doomed = doomed_state (a), first = (uint32_t) c->latches.count;
  lit fits = LIT_FALSE, *to = mem_alloc (a->states.count * sizeof *to), mark[64];
  for (uint32_t i = 0; i < 64; i++)
    mark[i] = LIT_FALSE;
  for (uint32_t q = 0; q < a->states.count; q++) {
    to[q] = LIT_FALSE;
    latch_add (c, q == a->initial, "claim", q);
    most = a->states.data[q].nedges > most ? a->states.data[q].nedges : most;
  }
  struct word choice = circuit_input (c, "claim", most);
  for (uint32_t i = 0; i < a->edges.count; i++) {
    const struct ba_edge *e = &a->edges.data[i];
    lit here = aig_and (g, c->latches.data[first + e->source].now, label (p, a, e, atom));
    lit taken = aig_and (g, here, word_is (g, &choice, i - a->states.data[e->source].edge));
    if (e->target == doomed)
      c->doomed = aig_or (g, c->doomed, aig_and (g, c->observable, here));
    fits = aig_or (g, fits, taken);
    to[e->target] = aig_or (g, to[e->target], taken);
    for (uint32_t m = 0; m < a->nsets; m++)
      if (e->marks >> m & 1)
        mark[m] = aig_or (g, mark[m], taken);
  }
  for (uint32_t q = 0; q < a->states.count; q++)
    c->latches.data[first + q].next = aig_mux (g, c->observable, to[q], c->latches.data[first + q].now);
  for (uint32_t m = 0; m < a->nsets; m++)
    VEC_PUSH (c->justice, (struct justice) {LIT_TRUE, aig_and (g, c->observable, mark[m])});
  mem_free (to);
  return aig_or (g, lit_not (c->observable), fits);
}

void
product_make (struct parts *p)
{
  struct circuit *c = p->c;
  struct aig *g = p->g;
  const struct circuit_claim *claim = p->config->claim;
  lit atom[64], fails = LIT_FALSE;
  make_atoms (p, claim, atom);
  lit fits = walk_along (p, claim->automaton, atom);
  add_fairness (p, claim->fairness);
  VEC_PUSH (c->justice, (struct justice) {LIT_TRUE, c->observable});   /* an endless atomic sequence is no run */
  for (size_t i = 0; i < c->steps.count; i++)
    fails = aig_or (g, fails, aig_and (g, c->steps.data[i].execute, c->steps.data[i].hard));
  c->valid = aig_and (g, aig_and (g, c->valid, fits), lit_not (fails));
  if (claim->endless)
    c->valid = aig_and (g, c->valid, lit_not (c->terminal));
}
