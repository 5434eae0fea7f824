/* Idea. All reachable states as a decision diagram, computed step by step and intersected with the bad states. Infinite
 * runs: the greatest set of reachable states in which every acceptance condition can be met again and again.
 * Source. J. Burch, E. Clarke, K. McMillan, D. Dill, L. Hwang, "Symbolic model checking: 10^20 states and beyond", LICS
 * 1990; E. A. Emerson, C.-L. Lei, "Efficient model checking in fragments of the propositional mu-calculus", LICS 1986.
 * Where we differ. States that one step adds are used by the next step in the same iteration (chaining). Conditions are on
 * steps, not on states. For a violated temporal property only the existence of a run is decided here; bounded model
 * checking then finds one.
 * Why that is sound. Both fixpoints are those of the definitions; chaining only changes the order in which states are
 * found. */
#include "base/measure.h"
#include "symbolic/relation.h"
#include "symbolic/parts.h"

struct work {
  struct relations r;
  const struct problem *p;
  struct outcome *o;
  BDD reached;
};

static BDD
join (BDD a, BDD b)
{
  BDD c = bdd_addref (bdd_or (a, b));
  bdd_delref (a);
  bdd_delref (b);
  return c;
}

/* States that are bad, or have a bad step. */
static BDD
bad_states (struct work *w)
{
  BDD bad = bdd_addref (bddfalse);
  for (size_t i = 0; i < w->r.list.count; i++)
    bad = join (bad, bdd_addref (bdd_exist (w->r.list.data[i].bad, w->r.inputs)));
  return bad;
}

static bool
meets (BDD a, BDD b)
{
  return bdd_and (a, b) != bddfalse;
}

/* Computes the reachable states, or stops at a bad one. True: a bad state is reachable. */
static bool
explore (struct work *w, BDD bad)
{
  BDD frontier = bdd_addref (w->r.initial);
  w->reached = bdd_addref (frontier);
  for (uint64_t depth = 0; frontier != bddfalse && !meets (w->reached, bad); depth++) {
    double start = measure_seconds ();
    BDD before = bdd_addref (w->reached);
    for (size_t i = 0; i < w->r.list.count; i++) {
      BDD more = relation_image (&w->r, &w->r.list.data[i], frontier);
      frontier = join (frontier, bdd_addref (more));
      w->reached = join (w->reached, more);
    }
    bdd_delref (frontier);
    frontier = bdd_addref (bdd_apply (w->reached, before, bddop_diff));
    bdd_delref (before);
    w->o->depth = depth + 1;
    w->o->clauses = (uint64_t) bdd_getnodenum ();
    if (w->p->note)
      w->p->note (w->p->context, &(struct progress_note) {w->o->depth, w->o->clauses, measure_seconds () - start});
    if (w->p->max_depth && w->o->depth >= w->p->max_depth && frontier != bddfalse) {
      outcome_unknown (w->o, "deeper states were not explored (--max-depth)");
      return false;
    }
  }
  w->o->kind = OUTCOME_PROVED;
  return meets (w->reached, bad);
}

/* ---- a path ---- */

/* Layers of states at distance 0, 1, 2, ... from the bad ones, up to the initial state. */
static void
find_path (struct work *w, BDD bad)
{
  VEC (BDD) layers = {0};
  BDD seen = bdd_addref (bdd_and (w->reached, bad)), state = bdd_addref (w->r.initial), all = bdd_addref (bddtrue);
  VEC_PUSH (layers, bdd_addref (seen));
  while (!meets (VEC_LAST (layers), w->r.initial)) {
    BDD before = bdd_addref (bddfalse);
    for (size_t i = 0; i < w->r.list.count; i++)
      before = join (before, relation_preimage (&w->r, &w->r.list.data[i], all, VEC_LAST (layers)));
    BDD fresh = bdd_addref (bdd_apply (before, seen, bddop_diff));
    seen = join (seen, before);
    assert (fresh != bddfalse);
    VEC_PUSH (layers, fresh);
  }
  for (size_t k = layers.count - 1; k > 0; k--)
    for (size_t i = 0; i < w->r.list.count; i++) {
      BDD next = relation_image (&w->r, &w->r.list.data[i], state);
      BDD there = bdd_addref (bdd_and (next, layers.data[k - 1]));
      bdd_delref (next);
      if (there == bddfalse)
        continue;
      VEC_PUSH (w->o->path, w->r.list.data[i].step);
      state = bdd_addref (bdd_satoneset (there, w->r.present, bddfalse));
      break;
    }
  uint32_t last = PG_ALL;
  for (size_t i = 0; i < w->r.list.count; i++)
    if (meets (state, w->r.list.data[i].bad))
      last = w->r.list.data[i].step;
  VEC_PUSH (w->o->path, last);
  w->o->kind = OUTCOME_PATH;
  VEC_FREE (layers);
}

/* ---- infinite runs ---- */

/* States of `in` from which a path inside `in` leads to one of `to`. */
static BDD
can_reach (struct work *w, BDD in, BDD to)
{
  BDD set = bdd_addref (bdd_and (in, to)), frontier = bdd_addref (set), all = bdd_addref (bddtrue);
  while (frontier != bddfalse) {
    BDD before = bdd_addref (set);
    for (size_t i = 0; i < w->r.list.count; i++) {
      BDD pre = relation_preimage (&w->r, &w->r.list.data[i], all, frontier);
      BDD inside = bdd_addref (bdd_and (pre, in));
      bdd_delref (pre);
      set = join (set, inside);
    }
    bdd_delref (frontier);
    frontier = bdd_addref (bdd_apply (set, before, bddop_diff));
    bdd_delref (before);
  }
  return set;
}

/* The Emerson-Lei fixpoint over the reachable states; empty: no run meets all conditions. */
static bool
has_run (struct work *w)
{
  const struct circuit *c = w->p->c;
  BDD z = bdd_addref (w->reached), old = -1;
  while (z != old && z != bddfalse) {
    old = z;
    for (size_t j = 0; j < c->justice.count; j++) {
      BDD meet = bdd_addref (bddfalse);
      for (size_t i = 0; i < w->r.list.count; i++)
        meet = join (meet, relation_preimage (&w->r, &w->r.list.data[i], w->r.list.data[i].justice[j], z));
      z = can_reach (w, z, meet);
      bdd_delref (meet);
    }
  }
  return z != bddfalse;
}

void
engine_bdd (const struct problem *p, struct outcome *o)
{
  struct work *const w = mem_zalloc (sizeof *w);        /* what it holds survives the longjmp */
  w->p = p;
  w->o = o;
  *o = (struct outcome) {.loop = -1, .kind = OUTCOME_UNKNOWN};
  if (setjmp (w->r.over)) {
    outcome_unknown (o, p->budget->spent ? p->budget->spent : "the decision diagrams got too large");
    relations_free (&w->r);
    mem_free (w);
    return;
  }
  relations_make (&w->r, p);
  BDD bad = bad_states (w);
  if (explore (w, bad))
    find_path (w, bad);
  else if (o->kind == OUTCOME_PROVED && p->save == LIT_FALSE && p->c->justice.count && has_run (w))
    o->kind = OUTCOME_RUN;
  relations_free (&w->r);
  mem_free (w);
}
