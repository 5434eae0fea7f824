/* A finding's execution as people see it. */
#ifndef SEARCH_SHOWING_H
#define SEARCH_SHOWING_H

#include "reduce/history.h"
#include "search/stateless.h"

/* The steps as they were taken. */
void schedule_as_is (const struct history *, struct schedule *);

/* The execution has just ended in a failing step, or (at_end) in a bad end.
 * Finds a readable schedule that ends so and executes it: the exec stands at
 * its end. False: the finding could not be repeated. */
bool showing_find (struct exec *, const struct history *, bool at_end, struct schedule *);

#endif
