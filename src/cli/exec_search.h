/* Models explored execution by execution, or with sleep sets: --por=static,
 * dpor, source, optimal, and --sleep, --stateful. */
#ifndef CLI_EXEC_SEARCH_H
#define CLI_EXEC_SEARCH_H

#include "cli/model.h"
#include "report/properties.h"

/* Do the options ask for it? */
bool exec_search_wanted (const struct options *);

/* False after saying which options do not go together. */
bool exec_search_options_fit (const struct options *);

/* False after saying what in the model cannot be checked so. */
bool exec_search_open (struct model *, const struct options *, const struct property_list *, struct diag *);

void exec_search_run (struct model *, struct search_run *, struct result *);

bool exec_search_stores (const struct options *);

#endif
