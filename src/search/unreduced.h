/* Findings that a reduced search may have missed because of a limit of the model. */
#ifndef SEARCH_UNREDUCED_H
#define SEARCH_UNREDUCED_H

#include "search/liveness.h"
#include "search/search.h"

/* After a search with a static or dynamic reduction that reached a limit (result.at_limit): searches once more without
 * reduction, and adds the findings. `liveness`: for that property; NULL: safety. Does nothing if the first search has
 * nothing to gain from it. */
void unreduced_search (const struct search_run *, const struct liveness *, struct result *);

#endif
