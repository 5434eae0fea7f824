/* What a reduced search may have missed because of a limit of the model. */
#ifndef SEARCH_UNREDUCED_H
#define SEARCH_UNREDUCED_H

#include "search/liveness.h"
#include "search/search.h"

/* After a search with a reduction, static or dynamic, that met a limit (result.at_limit): searches once more without one, and adds
 * what is found. `liveness`: for that property; NULL: safety. Does nothing where there is nothing to gain. */
void unreduced_search (const struct search_run *, const struct liveness *, struct result *);

#endif
