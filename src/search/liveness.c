/* The emptiness check as a whole: which product, which search, the finding. */
#include <assert.h>

#include "search/liveness.h"

#include <string.h>

#include "ltl/ltl.h"
#include "search/emptiness.h"

/* Plain nested search wants accepting states; that costs states where there
 * are several sets, or one on edges. Then components are searched instead. */
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

/* Turns what was found into a finding. */
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
