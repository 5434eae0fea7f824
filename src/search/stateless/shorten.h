/* A shorter execution for a finding. */
#ifndef SEARCH_STATELESS_SHORTEN_H
#define SEARCH_STATELESS_SHORTEN_H

#include "reduce/dynamic/history.h"
#include "search/stateless/stateless.h"

/* As witness_find; then searches for an execution that fails in the same way with fewer steps, or with as many and fewer
 * context switches. Not if the search continues after the finding (`all`). The exec is at the end of the schedule. */
bool shorten_witness (const struct stateless_run *, const struct history *, bool at_end, struct schedule *);

#endif
