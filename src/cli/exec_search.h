/* Models explored as controlled executions, or with sleep sets, as the strategy says. */
#ifndef CLI_EXEC_SEARCH_H
#define CLI_EXEC_SEARCH_H

#include "cli/model.h"
#include "cli/strategy.h"
#include "report/properties.h"

/* False after reporting which feature of the model does not permit it. */
bool exec_search_open (struct model *, const struct options *, const struct strategy *, const struct property_list *,
                       struct diag *);

void exec_search_run (struct model *, const struct strategy *, struct search_run *, struct result *);

#endif
