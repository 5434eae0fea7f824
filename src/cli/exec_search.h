/* Models explored execution by execution, or with sleep sets, as a strategy says. */
#ifndef CLI_EXEC_SEARCH_H
#define CLI_EXEC_SEARCH_H

#include "cli/model.h"
#include "cli/strategy.h"
#include "report/properties.h"

/* False after saying what in the model cannot be checked so. */
bool exec_search_open (struct model *, const struct options *, const struct strategy *, const struct property_list *,
                       struct diag *);

void exec_search_run (struct model *, const struct strategy *, struct search_run *, struct result *);

#endif
