/* Models, execution by execution: the stateless search over an exec with a model (exec_model.h).
 *
 *     e = exec_ts_new (...);
 *     executions_run (&run, e, reduction_find ("optimal"), sleep, stateful, &result);
 *
 * What it finds is told as executions of run->ts, like the findings of
 * search_run. Invariants are not looked at. */
#ifndef SEARCH_EXECUTIONS_H
#define SEARCH_EXECUTIONS_H

#include "model/exec_model.h"
#include "search/search.h"
#include "search/stateless/stateless.h"

struct executions_config {
  const struct reduction *reduction;
  bool sleep, stateful;
  bool proviso;                   /* stateful: the reduction needs it (visited.h) */
};

/* False: sleep sets were left out after all, because there are cycles. */
bool executions_run (struct search_run *, struct exec *, const struct executions_config *, struct result *);

#endif
