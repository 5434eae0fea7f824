/* Steps of a transition system as they can be observed: from an observable
 * state, through the transient states of an atomic sequence, to the next
 * observable ones. All searches but the depth-first one, whose stack does it,
 * walk so.
 *
 *     transient_begin (w, ts, state, words);
 *     ...                                   the transitions to be taken go to w->trans
 *     while (transient_step (w, next))      one was: w->taken, w->fault; the state in `next` has w->words words
 *       if (... it is transient and one may go on ...)
 *         transient_enter (w, next, tag);
 *     transient_end (w);
 *
 * The walk is depth-first. Atomic sequences may be endless or branch a lot: who
 * walks sees to it that it ends.
 */
#ifndef MODEL_TRANSIENT_H
#define MODEL_TRANSIENT_H

#include "model/ts.h"

struct transient_hop {
  size_t state;                   /* in `states` */
  size_t first, next;             /* transitions, in `trans` */
  uint32_t tag;
};

struct transient {
  struct ts *ts;
  VEC (struct transient_hop) hops;
  VEC (uint32_t) states;
  struct trans_list trans;
  /* the last step */
  trans_id taken;
  struct fault fault;
  uint32_t words;
};

void transient_begin (struct transient *, struct ts *, const uint32_t *state, uint32_t words);
bool transient_step (struct transient *, uint32_t *next);       /* false: nothing is left to be taken */
void transient_enter (struct transient *, const uint32_t *next, uint32_t tag);
void transient_end (struct transient *);       /* may come early */
void transient_release (struct transient *);

/* The last step was made, or ended in an error. */
static inline bool
transient_goes_on (const struct transient *w)
{
  return w->fault.kind == FAULT_NONE || w->fault.goes_on;
}

/* What the caller noted of the state that the last step left; 0 at the first. */
static inline uint32_t
transient_tag (const struct transient *w)
{
  return VEC_LAST (w->hops).tag;
}

/* Appends the transitions of the walk up to the last step. */
void transient_path (const struct transient *, struct trans_list *);

#endif
