/* Another order of the same execution, easier to read. */
#ifndef NATIVE_ORDER_H
#define NATIVE_ORDER_H

#include "model/ts.h"
#include "native/told.h"

/* Writes the finding's steps to `out` (room for all) in an order that keeps
 * dependent steps as they are and changes threads seldom, the last step last;
 * with `prune`, only those that the last one depends on. Returns how many.
 * What is dependent is guessed from what the steps say about themselves: the
 * caller executes the result before it is used. */
size_t order_steps (const struct told_finding *, bool prune, trans_id *out);

#endif
