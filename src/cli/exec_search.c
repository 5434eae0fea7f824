#include "cli/exec_search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/protocol.h"
#include "search/executions.h"

static bool
only_safety (const struct property_list *properties, const struct strategy *strategy, struct diag *diag)
{
  for (size_t i = 0; i < properties->count; i++) {
    const struct property *p = &properties->data[i];
    if (!strcmp (p->kind, "safety"))
      continue;
    struct str s = {0};
    add_property (&s, p);
    diag_error (diag, p->pos, "%s: --por=%s checks assertions and end states only; --claim=safety leaves the rest out",
                str_text (&s), strategy->reduction->name);
    str_release (&s);
    return false;
  }
  return true;
}

bool
exec_search_open (struct model *s, const struct options *o, const struct strategy *strategy,
                  const struct property_list *properties, struct diag *diag)
{
  const struct selection *selection = strategy->reduction->selection;
  struct exec_ts_config config = {.locks = selection->races, .polls = selection->races && selection->races->polls && !strategy->stateful,
                                  .persistent = selection->persistent, .coarse = selection->races, .transactions = o->transactions, .ends = o->ends,
                                  .cycles = strategy->stateful || o->max_events != UINT64_MAX};
  assert (!s->exec && !s->reduction);
  if (!only_safety (properties, strategy, diag))
    return false;
  if (s->protocol && config.persistent && config.coarse) {
    diag_error (diag, (struct pos) {.file = s->pg->file}, "--por=%s applies to Promela models, but this is a protocol", strategy->reduction->name);
    return false;
  }
  s->how = config;
  s->exec = s->protocol ? protocol_executions (s, &config, strategy->stateful && selection->races, diag) : exec_ts_new (s->pg, s->ts, vm_inspector (s->ts), &config, diag);
  return s->exec;
}

void
exec_search_run (struct model *s, const struct strategy *strategy, struct search_run *run, struct result *result)
{
  struct executions_config config = {.reduction = strategy->reduction, .sleep = strategy->sleep, .stateful = strategy->stateful};
  assert (s->exec && strategy->reduction->selection);
  config.proviso = strategy->reduction->selection->persistent;
  s->sleeps = executions_run (run, s->exec, &config, result) && config.sleep;
  if (!exec_misused (s->exec)) {
    result->at_limit = exec_at_limit (s->exec);
    return;
  }
  exec_free (s->exec);
  result_release (result);
  *result = (struct result) {0};
  s->how.locks = false;
  s->exec = exec_ts_new (s->pg, s->ts, vm_inspector (s->ts), &s->how, NULL);
  s->sleeps = executions_run (run, s->exec, &config, result) && config.sleep;
  result->at_limit = exec_at_limit (s->exec);
}
