/* Reversing a race (e, q): what is to run from the state before e, so that q's
 * operation comes before e. That is what followed e without depending on it,
 * and then q. */
#ifndef REDUCE_DYNAMIC_REVERSAL_H
#define REDUCE_DYNAMIC_REVERSAL_H

#include "reduce/dynamic/exploration.h"

struct reversal {
  VEC (uint32_t) events;          /* of the history, after e and not because of it */
  VEC (uint32_t) left_out;        /* others after e and not because of it, that must not come before q's operation */
  VEC (uint32_t) holders;         /* those of left_out that hold something shared */
  VEC (uint32_t) first;           /* per thread: its first event among them, or NONE */
  op_id op;                       /* q's operation: as announced, or as learned */
  bool clear;                     /* q's operation depends on none of them, and none is q's or releases q */
  VEC (struct wakeup_step) plan;
};

enum possible { IMPOSSIBLE, POSSIBLE, UNKNOWN };

struct reversal *reversal_new (void);
void reversal_free (struct reversal *);

/* With the events before number `end`. */
void reversal_make (struct exploration *, const struct race *, size_t end);
void reversal_narrow (struct exploration *, const struct race *);   /* of what came after the second event, only what it may depend on */
bool reversal_cut (struct exploration *, struct race *);                 /* cuts one event more; false: there is none */
void reversal_learn (struct exploration *, struct race *);                /* what a conditional operation does there */
enum possible reversal_possible (const struct exploration *, const struct race *);
bool reversal_try (struct exploration *, const struct race *);           /* executes it to find out */
bool reversal_initial (const struct exploration *, const struct race *, uint32_t event);   /* nothing among the events is before it */
/* Fills `plan`: q's step with one of so many alternatives, or ANY. */
void reversal_plan (struct exploration *, const struct race *, uint32_t alternative, uint32_t alternatives);

#endif
