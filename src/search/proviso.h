/* Which transitions of each state a reduced search of a product uses: an ample set, or all. Decided once for each state of
 * the model, independently of the automaton, and kept.
 *
 *     n = proviso_choose (proviso, state number, state, list, count);
 *     if (!proviso_decided (proviso, number))
 *       ... execute the first n steps, then decide with the states they reach:
 *       proviso_decide (proviso, number, arrivals, narrivals);
 *       ... false: execute the other steps, too
 *     ...
 *     proviso_leave (proviso, number, arrivals, narrivals);  the search leaves the state */
#ifndef SEARCH_PROVISO_H
#define SEARCH_PROVISO_H

#include "base/vec.h"
#include "reduce/reduce.h"
#include "store/store.h"

struct proviso {
  struct static_reduction *reduction;   /* NULL: all transitions are used */
  VEC (uint8_t) of;               /* per state, see proviso.c */
};

void proviso_release (struct proviso *);

bool proviso_decided (const struct proviso *, state_id);

/* Reorders the transitions and returns how many are to be used; a proposal until the state is decided. */
size_t proviso_choose (struct proviso *, state_id, const uint32_t *state, trans_id *list, size_t count);

/* The states that the proposal's steps reach; none: they reach no observable state. True: the proposal is accepted. Without
 * a proposal (n == count) there is nothing to decide. */
bool proviso_decide (struct proviso *, state_id, const state_id *arrivals, size_t n);
void proviso_expand_fully (struct proviso *, state_id);

/* The search leaves the state; the arrivals are those of the executed steps. */
void proviso_leave (struct proviso *, state_id, const state_id *arrivals, size_t n);

#endif
