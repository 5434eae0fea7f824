/* Observable steps of a transition system: from an observable state, through the transient states of an atomic sequence, to
 * the next observable ones. Used by all searches except the depth-first one, whose stack includes transient states.
 *
 *     transient_begin (w, ts, state, words);
 *     ...                                   append the transitions to be executed to w->trans
 *     while (transient_step (w, next))      one was executed: w->taken, w->fault; the state in `next` has w->words words
 *       if (... it is transient and is to be continued ...)
 *         transient_enter (w, next, tag);
 *     transient_end (w);
 *
 * The order is depth-first. Atomic sequences may be endless or branch a lot: the caller must bound the exploration. */
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
bool transient_step (struct transient *, uint32_t *next);       /* false: no transition is left */
void transient_enter (struct transient *, const uint32_t *next, uint32_t tag);
void transient_end (struct transient *);       /* may be called early */
void transient_release (struct transient *);

/* Whether execution continues after the last step, or it ended in an error. */
static inline bool
transient_goes_on (const struct transient *w)
{
  return w->fault.kind == FAULT_NONE || w->fault.goes_on;
}

/* The tag of the state that the last step left; 0 for the first state. */
static inline uint32_t
transient_tag (const struct transient *w)
{
  return VEC_LAST (w->hops).tag;
}

/* Appends the transitions from the first state up to the last step. */
void transient_path (const struct transient *, struct trans_list *);

#endif
