/* Which transitions of each state a reduced search of a product takes: an ample
 * set, or all. Decided once for each state of the model, whatever state the
 * automaton is in, and kept.
 *
 *     n = proviso_choose (proviso, state number, state, list, count);
 *     if (!proviso_decided (proviso, number))
 *       ... make the first n steps, then ask about where they arrived:
 *       proviso_decide (proviso, number, arrivals, narrivals);
 *       ... refused: all steps after all
 *     ...
 *     proviso_leave (proviso, number, arrivals, narrivals);  the search leaves the state
 */
#ifndef SEARCH_PROVISO_H
#define SEARCH_PROVISO_H

#include "base/vec.h"
#include "reduce/reduce.h"
#include "store/store.h"

struct proviso {
  struct static_reduction *reduction;   /* NULL: everything is taken */
  VEC (uint8_t) of;               /* per state, see proviso.c */
};

void proviso_release (struct proviso *);

bool proviso_decided (const struct proviso *, state_id);

/* Reorders the transitions and returns how many of them are to be taken; as
 * long as the state is not decided, that is a proposal. */
size_t proviso_choose (struct proviso *, state_id, const uint32_t *state, trans_id *list, size_t count);

/* The proposal's steps arrive at these states, or (none) nowhere. True: it is
 * taken. Without a proposal (n == count) there is nothing to decide. */
bool proviso_decide (struct proviso *, state_id, const state_id *arrivals, size_t n);
void proviso_expand_fully (struct proviso *, state_id);

/* The search is done with what follows; the arrivals are those of the steps
 * that were taken. */
void proviso_leave (struct proviso *, state_id, const state_id *arrivals, size_t n);

#endif
