/* Walking through atomic sequences, from one observable state to the next. */
#include <string.h>

#include "search/product_walk.h"

enum { WALK_FREE = 1000 };        /* so many transient states are walked without remembering them */

static void
leave_hop (struct product *p)
{
  struct product_hop h = VEC_POP (p->hops);
  p->trans.count = h.first;
  if (p->hops.count)
    mem_free (h.state);
}

void
walk_end (struct product *p)
{
  while (p->hops.count)
    leave_hop (p);
  if (p->seen)
    store_free (p->seen);
  p->seen = NULL;
}

void
walk_add_movers (struct pidset *s, trans_id t)
{
  if (t == TRANS_RELEASE || t == TRANS_STUTTER)
    return;
  pidset_add (s, (uint32_t) (t & 0xff));
  if (t >> 40)
    pidset_add (s, (uint32_t) (t >> 32 & 0xff));
}

/* Has the walk been here before, and with the same processes moved? Asked only
 * when it gets long: atomic sequences may be endless. */
static bool
walked_before (struct product *p, uint32_t *state, uint32_t n, const struct pidset *moved)
{
  if (++p->walked <= WALK_FREE)
    return false;
  if (!p->seen)
    p->seen = store_new (&(struct store_config) {.kind = STORE_PLAIN});
  state_id id;
  state[n] = pidsets_number (&p->sets, moved);
  return store_put (p->seen, NULL, &(struct store_state) {state, n + 1, NULL}, &id) != STORE_NEW;
}

static void
enter_hop (struct product *p, uint32_t *state, const struct pidset *moved)
{
  struct product_hop h = {.state = state, .first = p->trans.count, .next = p->trans.count, .moved = *moved};
  VEC_PUSH (p->hops, h);
  p->model->class->enabled (p->model, state, &p->trans);
}

/* Makes the next step of the walk. True when it has arrived at an observable
 * state, which is then in x->next; its length is *n. */
static bool
walk_on (struct product *p, uint32_t *n, struct pidset *moved)
{
  struct explorer *x = p->x;
  struct product_hop *h = &VEC_LAST (p->hops);
  trans_id t = p->trans.data[h->next++];
  struct fault fault = {.kind = FAULT_NONE};
  *n = p->model->class->step (p->model, h->state, t, x->next, &fault);
  *moved = h->moved;
  if (p->property->fairness != FAIR_NONE)
    walk_add_movers (moved, t);
  x->result->stats.transitions++;
  if (explore_due (x))
    explore_tick (x);
  if (fault.kind == FAULT_RESOURCE)
    explore_cut (x, fault.message);
  if (fault.kind != FAULT_NONE && !fault.goes_on) {
    p->failed = true;
    return false;
  }
  if (!ts_transient (x->next))
    return true;
  if (!walked_before (p, x->next, *n, moved)) {
    uint32_t *copy = mem_alloc ((size_t) *n * 4);
    memcpy (copy, x->next, (size_t) *n * 4);
    enter_hop (p, copy, moved);
  }
  return false;
}

/* Starts to walk from the state that is loaded. */
void
walk_start (struct product *p)
{
  p->walked = 0;
  p->failed = false;
  enter_hop (p, p->cur, &(struct pidset) {{0}});
}

/* The next observable state of the walk; false when there are no more. */
bool
walk_next (struct product *p, uint32_t *n, struct pidset *moved)
{
  while (p->hops.count) {
    if (VEC_LAST (p->hops).next == p->trans.count)
      leave_hop (p);
    else if (walk_on (p, n, moved))
      return true;
  }
  return false;
}
