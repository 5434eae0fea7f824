/* Reversing a race (e, q): the sequence to be run from the state before e, so that q's operation comes before e. It
 * consists of the events after e that do not depend on it, and then q's operation. */
#ifndef REDUCE_DYNAMIC_REVERSAL_H
#define REDUCE_DYNAMIC_REVERSAL_H

#include "reduce/dynamic/exploration.h"

struct reversal {
  VEC (uint32_t) events;          /* events of the history after e that do not depend on e */
  VEC (uint32_t) left_out;        /* other events after e that do not depend on e, but must not come before q's operation */
  VEC (uint32_t) holders;         /* those of left_out that hold a lock in shared mode */
  VEC (uint32_t) first;           /* per thread: its first event in `events`, or NONE */
  op_id op;                       /* q's operation: as announced, or as reversal_learn has found */
  bool clear;                     /* q's operation is independent of all `events`, and none of them is q's or releases q */
  VEC (struct wakeup_step) plan;
};

enum possible { IMPOSSIBLE, POSSIBLE, UNKNOWN };

struct reversal *reversal_new (void);
void reversal_free (struct reversal *);

/* Fills x->reversal with the events before number `end`. */
void reversal_make (struct exploration *, const struct race *, size_t end);
void reversal_narrow (struct exploration *, const struct race *);   /* of the events after the second one, keeps only those that it may depend on */
bool reversal_cut (struct exploration *, struct race *);                 /* cuts one more event; false: there is none */
void reversal_learn (struct exploration *, struct race *);                /* executes it to find what a conditional operation does there */
enum possible reversal_possible (const struct exploration *, const struct race *);
bool reversal_try (struct exploration *, const struct race *);           /* executes it to find whether it is possible */
bool reversal_initial (const struct exploration *, const struct race *, uint32_t event);   /* none of the events happens before it */
/* Fills `plan`; q's step has the given alternative of so many, or ANY. */
void reversal_plan (struct exploration *, const struct race *, uint32_t alternative, uint32_t alternatives);

#endif
