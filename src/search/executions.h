/* Stateless search for models: executions of an exec made from a model (exec_model.h).
 *
 *     e = exec_ts_new (...);
 *     executions_run (&run, e, reduction_find ("optimal"), sleep, stateful, &result);
 *
 * Findings are reported as executions of run->ts, like those of search_run. */
#ifndef SEARCH_EXECUTIONS_H
#define SEARCH_EXECUTIONS_H

#include "model/exec_model.h"
#include "search/search.h"
#include "search/stateless/stateless.h"

struct executions_config {
  const struct reduction *reduction;
  bool sleep, stateful;
  bool proviso;                   /* stateful: the reduction requires it (visited.h) */
};

/* False: sleep sets were not used, because the state space has cycles. */
bool executions_run (struct search_run *, struct exec *, const struct executions_config *, struct result *);

#endif
