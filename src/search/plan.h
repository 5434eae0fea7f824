/* Which transitions of each state a reduced search of a product takes: an ample
 * set, or all. Decided once for each state of the model, whatever state the
 * automaton is in, and kept.
 *
 *     n = plan_choose (plan, state number, state, list, count);
 *     if (!plan_decided (plan, number))
 *       ... make the first n steps, then ask about where they arrived:
 *       plan_decide (plan, number, arrivals, narrivals);
 *       ... refused: all steps after all
 *     ...
 *     plan_leave (plan, number, arrivals, narrivals);  the search leaves the state
 */
#ifndef SEARCH_PLAN_H
#define SEARCH_PLAN_H

#include "base/vec.h"
#include "reduce/reduce.h"
#include "search/liveness.h"
#include "store/store.h"

struct plan {
  struct ample *ample;            /* NULL: everything is taken */
  enum liveness_mutant mutant;
  VEC (uint8_t) of;               /* per state, see plan.c */
};

void plan_release (struct plan *);

bool plan_decided (const struct plan *, state_id);

/* Reorders the transitions and returns how many of them are to be taken; as
 * long as the state is not decided, that is a proposal. */
size_t plan_choose (struct plan *, state_id, const uint32_t *state, trans_id *list, size_t count);

/* The proposal's steps arrive at these states, or (none) nowhere. True: it is
 * taken. Without a proposal (n == count) there is nothing to decide. */
bool plan_decide (struct plan *, state_id, const state_id *arrivals, size_t n);
void plan_expand_fully (struct plan *, state_id);

/* A mistake: the state is open, whatever is decided. */
void plan_open (struct plan *, state_id);

/* The search is done with what follows; the arrivals are those of the steps
 * that were taken. */
void plan_leave (struct plan *, state_id, const state_id *arrivals, size_t n);

#endif
