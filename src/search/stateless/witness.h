/* A finding's execution as people see it. */
#ifndef SEARCH_STATELESS_WITNESS_H
#define SEARCH_STATELESS_WITNESS_H

#include "reduce/dynamic/history.h"
#include "search/stateless/stateless.h"

/* The steps as they were taken. */
void schedule_as_is (const struct history *, struct schedule *);
void schedule_from (const struct history *, size_t first, struct schedule *);   /* the same, whose first steps are there already */

/* The execution has just ended in a failing step, or (at_end) in a bad end.
 * Finds a readable schedule that ends so and executes it: the exec stands at
 * its end. False: the finding could not be repeated. */
bool witness_find (struct exec *, const struct history *, bool at_end, struct schedule *);

/* Executes the schedule from the start. False: it does not end in a failing step, or in a bad end. */
bool witness_repeat (struct exec *, const struct schedule *, bool at_end);

#endif
