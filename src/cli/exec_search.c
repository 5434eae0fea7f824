#include "cli/exec_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/executions.h"

static bool
is_dynamic (const struct options *o)
{
  return o->por >= POR_DPOR;
}

bool
exec_search_wanted (const struct options *o)
{
  return o->por == POR_STATIC || is_dynamic (o)
         || (o->por == POR_NONE && (o->sleep != SLEEP_AUTO || o->stateful != STATEFUL_AUTO));
}

static bool
exec_search_sleeps (const struct options *o)
{
  return o->sleep == SLEEP_AUTO ? is_dynamic (o) : o->sleep == SLEEP_ON;
}

bool
exec_search_stores (const struct options *o)
{
  return o->stateful == STATEFUL_AUTO ? !is_dynamic (o) : o->stateful == STATEFUL_ON;
}

/* What does not go with the way of searching, or NULL. */
static const char *
misfit (const struct options *o)
{
  if (!exec_search_wanted (o)) {
    if (o->sleep == SLEEP_ON)
      return "--sleep=on goes with --por=none, static, dpor, source or optimal";
    return o->stateful == STATEFUL_OFF ? "--stateful=off goes with --por=none, static, dpor, source or optimal" : NULL;
  }
  if (is_dynamic (o) && o->stateful == STATEFUL_ON)
    return "--stateful=on goes with --por=none, static, ample or persistent: dynamic reductions store no states";
  if (o->por == POR_OPTIMAL && o->sleep == SLEEP_OFF)
    return "--por=optimal does not do without sleep sets";
  if (o->invariant)
    return "--invariant is not looked at with static or dynamic reductions, or sleep sets";
  if (o->search == SEARCH_BFS)
    return "--search=bfs does not go with static or dynamic reductions, or sleep sets";
  if (o->store)
    return "--store does not go with static or dynamic reductions, or sleep sets";
  if (o->max_depth || o->max_states)
    return "--max-depth and --max-states do not go with static or dynamic reductions, or sleep sets; --max-events and --time do";
  if (o->sample)
    return "--sample is for C programs; `mazurka simulate` makes random executions of a model";
  return NULL;
}

bool
exec_search_options_fit (const struct options *o)
{
  const char *why = misfit (o);
  if (why)
    fprintf (stderr, "mazurka: error: %s\n", why);
  return !why;
}

static bool
only_safety (const struct property_list *properties, const struct options *o, struct diag *diag)
{
  char por[32];
  for (size_t i = 0; i < properties->count; i++) {
    const struct property *p = &properties->data[i];
    if (!strcmp (p->kind, "safety"))
      continue;
    struct str s = {0};
    add_property (&s, p);
    diag_error (diag, p->pos, "%s: --por=%s checks assertions and end states only; --claim=safety leaves the rest out",
                str_text (&s), options_choice ("por", o->por, por, sizeof por));
    str_release (&s);
    return false;
  }
  return true;
}

bool
exec_search_open (struct model *s, const struct options *o, const struct property_list *properties, struct diag *diag)
{
  struct exec_ts_config config = {.locks = is_dynamic (o), .polls = o->por >= POR_SOURCE, .persistent = o->por == POR_STATIC, .ends = o->ends,
                                  .cycles = exec_search_stores (o) || o->max_events != UINT64_MAX};
#ifdef MUTANTS                    /* test/trust/mutants.py: are known mistakes noticed? */
  if (getenv ("MAZURKA_FOOTPRINT"))
    config.mutant = (enum footprint_mutant) atoi (getenv ("MAZURKA_FOOTPRINT"));
  if (getenv ("MAZURKA_STUBBORN"))
    config.stubborn_mutant = (enum stubborn_mutant) atoi (getenv ("MAZURKA_STUBBORN"));
#endif
  if (!only_safety (properties, o, diag))
    return false;
  s->how = config;
  s->exec = exec_ts_new (s->pg, s->ts, vm_inspector (s->ts), &config, diag);
  return s->exec;
}

void
exec_search_run (struct model *s, struct search_run *run, struct result *result)
{
  const struct options *o = run->options;
  char por[32];
  options_choice ("por", o->por, por, sizeof por);
  struct executions_config config = {.reduction = reduction_find (por), .sleep = exec_search_sleeps (o),
                                     .stateful = exec_search_stores (o)};
  config.proviso = o->por == POR_STATIC;
#ifdef MUTANTS
  if (getenv ("MAZURKA_STUBBORN") && atoi (getenv ("MAZURKA_STUBBORN")) == STUBBORN_NO_PROVISO)
    config.proviso = false;
#endif
  s->sleeps = executions_run (run, s->exec, &config, result) && config.sleep;
  if (!exec_ts_misused (s->exec))
    return;
  exec_free (s->exec);
  result_release (result);
  *result = (struct result) {0};
  s->how.locks = false;
  s->exec = exec_ts_new (s->pg, s->ts, vm_inspector (s->ts), &s->how, NULL);
  s->sleeps = executions_run (run, s->exec, &config, result) && config.sleep;
}
