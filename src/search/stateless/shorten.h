/* A finding's execution again, with fewer steps. */
#ifndef SEARCH_STATELESS_SHORTEN_H
#define SEARCH_STATELESS_SHORTEN_H

#include "reduce/dynamic/history.h"
#include "search/stateless/stateless.h"

/* As witness_find, and then looks for an execution that fails in the same way with fewer steps, or as many and fewer
 * changes between threads; not where the search goes on (`all`). The exec stands at the schedule's end. */
bool shorten_witness (const struct stateless_run *, const struct history *, bool at_end, struct schedule *);

#endif
