/* Models explored execution by execution, or with sleep sets: --por=static,
 * dpor, source, optimal, and --sleep, --stateful. */
#ifndef CLI_STEPWISE_H
#define CLI_STEPWISE_H

#include "cli/session.h"
#include "report/properties.h"

/* Do the options ask for it? */
bool stepwise_wanted (const struct options *);

/* False after saying which options do not go together. */
bool stepwise_options_fit (const struct options *);

/* False after saying what in the model cannot be checked so. */
bool stepwise_open (struct session *, const struct options *, const struct property_list *, struct diag *);

void stepwise_run (struct session *, struct search_run *, struct result *);

bool stepwise_stores (const struct options *);

#endif
