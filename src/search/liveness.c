/* The emptiness check: chooses the product and the search, and builds the finding. */
#include <assert.h>

#include "search/liveness.h"

#include <string.h>

#include "ltl/ltl.h"
#include "search/emptiness.h"

enum { SHORTEN_VISITS = 1000000 };   /* limit on visited states when a shorter lasso is searched for */

/* Nested search requires accepting states; that multiplies states if there are several acceptance sets, or one on edges.
 * Then components are searched instead. */
struct automaton *
liveness_by_states (const struct liveness *l)
{
  const struct automaton *a = l->automaton;
  if (l->fairness != FAIR_NONE || l->search == LIVENESS_SCC)
    return NULL;
  struct automaton *b = a->by_state && a->nsets == 1 ? automaton_restrict (a, NULL) : ltl_degeneralise (a, NULL);
  if (l->search == LIVENESS_AUTO && b->states.count > a->states.count) {
    automaton_free (b);
    return NULL;
  }
  return b;
}

/* Builds the finding from the states of the violation. */
static void
tell (struct product *p, const struct roles *roles, bool cycle, state_id entry)
{
  struct explorer *x = p->x;
  const struct liveness *l = p->property;
  struct trans_list steps = {0};
  long loop_start = -1;
  if (p->hit != STATE_NONE) {
    lasso_prefix (p, roles, p->hit, &steps);
    if (p->fault.kind != FAULT_NONE) {
      explore_add (x, fault_finding (p->fault.kind), p->fault.pos, p->fault.message, steps.data, steps.count, -1);
      return;
    }
  } else if (cycle)
    loop_start = lasso_make (p, roles, entry, &steps);
  assert (!cycle || x->result->exhaustive == false);
  if (p->hit == STATE_NONE && loop_start < 0)
    VEC_FREE (steps);
  else
    explore_add (x, l->kind, l->pos, l->message, steps.data, steps.count, loop_start);
}

void
liveness_run (struct search_run *run, const struct liveness *l, struct result *result)
{
  struct explorer x;
  struct product p;
  struct roles roles = {0};
  enum store_kind kind = run->options->store == STORE_PLAIN ? STORE_PLAIN : STORE_TREE;
  struct automaton *plain = liveness_by_states (l);
  state_id entry = STATE_NONE;
  explore_start (&x, run, result, kind, run->ts->max_words + 1);
  product_init (&p, &x, l, plain ? plain : l->automaton);
  if (plain)
    entry = ndfs_search (&p, &roles);
  bool found = plain ? entry != STATE_NONE : scc_search (&p, &roles);
  if (found || p.hit != STATE_NONE)
    tell (&p, &roles, found, entry);
  explore_finish (&x);
  mem_free (roles.of);
  product_release (&p);
  if (plain)
    automaton_free (plain);
}

/* All states, in the order of breadth-first search; false: there are too many, or one cannot be expanded. */
static bool
expand_all (struct product *p)
{
  struct product_edges edges = {0};
  state_id start;
  bool ok = product_start (p, &start);
  for (state_id s = 0; ok && s < p->flags.count && !p->x->stop; s++) {
    edges.count = 0;
    product_expand (p, s, &edges);
    if (explore_due (p->x))
      explore_tick (p->x);
  }
  VEC_FREE (edges);
  return ok && !p->x->stop && p->hit == STATE_NONE;
}

void
liveness_shorten (struct search_run *run, struct finding *f)
{
  const struct liveness *l = run->liveness;
  struct explorer x;
  struct product p;
  struct result result = {0};
  struct trans_list steps = {0};
  long loop_start = -1;
  if (l->fairness != FAIR_NONE || f->loop_start < 0)
    return;
  struct automaton *plain = l->automaton->by_state && l->automaton->nsets == 1 ? automaton_restrict (l->automaton, NULL)
                                                                                 : ltl_degeneralise (l->automaton, NULL);
  explore_start (&x, run, &result, STORE_TREE, run->ts->max_words + 1);
  product_init (&p, &x, l, plain);
  if (expand_all (&p)) {
    struct roles roles = {mem_alloc (p.flags.count + 1), (state_id) p.flags.count};
    memset (roles.of, ROLE_PREFIX | ROLE_LOOP, p.flags.count + 1);
    loop_start = lasso_shortest (&p, &roles, SHORTEN_VISITS, &steps);
    mem_free (roles.of);
  }
  struct finding shorter = *f;
  char why[200];
  shorter.steps = steps.data;
  shorter.nsteps = steps.count;
  shorter.loop_start = loop_start;
  if (loop_start >= 0 && steps.count < f->nsteps && liveness_replay (run, l, &shorter, why, sizeof why)) {
    steps.data = f->steps;
    *f = shorter;
  }
  VEC_FREE (steps);
  explore_finish (&x);
  result_release (&result);
  product_release (&p);
  automaton_free (plain);
}
