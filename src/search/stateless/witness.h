/* The displayed execution of a finding. */
#ifndef SEARCH_STATELESS_WITNESS_H
#define SEARCH_STATELESS_WITNESS_H

#include "reduce/dynamic/history.h"
#include "search/stateless/stateless.h"

/* The schedule of the history, in the order of execution. */
void schedule_as_is (const struct history *, struct schedule *);
void schedule_from (const struct history *, size_t first, struct schedule *);   /* the same, if the first steps are in the schedule already */

/* To be called when the execution has ended in a failing step, or (at_end) in a bad end. Finds a readable schedule that
 * ends in the same way and executes it: the exec is at its end. False: the finding could not be repeated. */
bool witness_find (struct exec *, const struct history *, bool at_end, struct schedule *);

/* Executes the schedule from the start. False: it does not end in a failing step, or in a bad end. */
bool witness_repeat (struct exec *, const struct schedule *, bool at_end);

#endif
