/* The search for a violation of a temporal property, by its conjuncts where that takes fewer states. */
#ifndef CLI_CONJUNCTS_H
#define CLI_CONJUNCTS_H

#include "cli/temporal.h"

/* Like liveness_run (run, &whole->liveness, result); `run` is for the whole property. */
void conjuncts_run (struct model *, const struct property *, const struct reduction *, struct temporal *whole, struct search_run *run,
                    struct result *);

#endif
