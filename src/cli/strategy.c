/* Combines options with the table of reductions. */
#include "cli/strategy.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "reduce/ample.h"
#include "search/liveness.h"

/* ---- the values of --por ---- */

static const char *
por_name (size_t i)
{
  return i ? reductions[i - 1] ? reductions[i - 1]->name : NULL : "auto";
}

/* Default reductions: stubborn sets for models, optimal for programs. */
static const char *const usual_model = "stubborn", *const usual_program = "optimal";

static const char *
por_help (size_t i)
{
  return i ? reductions[i - 1]->help : "stubborn for models, optimal for C programs";
}

static const char *
por_note (size_t i)
{
  return i && !reductions[i - 1]->programs ? "models" : i && !reductions[i - 1]->models ? "C programs" : NULL;
}

const struct option_values strategy_values[] = {{"por", por_name, por_help, por_note}, {0}};

/* ---- incompatible options ---- */

/* "none, dpor or source": names of the permitted reductions. */
static void
add_names (struct str *s, bool (*wanted) (const struct reduction *))
{
  const char *name = NULL;
  bool any = false;
  for (size_t i = 0; reductions[i]; i++) {
    if (!wanted (reductions[i]))
      continue;
    if (name)
      str_printf (s, "%s%s", any ? ", " : "", name);
    any |= name != NULL;
    name = reductions[i]->name;
  }
  if (name)
    str_printf (s, "%s%s", any ? " or " : "", name);
}

static bool
by_executions (const struct reduction *r)
{
  return r->selection;
}

static bool
can_store (const struct reduction *r)
{
  return r->models && (!reduction_is_dynamic (r) || r->selection->races->stateful);
}

static bool
can_store_program (const struct reduction *r)
{
  return r->programs && reduction_is_dynamic (r) && r->selection->races->stateful;
}

static bool
for_programs (const struct reduction *r)
{
  return r->programs;
}

/* Reports "WHAT none, dpor or source". */
static bool
refuse (const char *what, bool (*wanted) (const struct reduction *))
{
  struct str s = {0};
  add_names (&s, wanted);
  fprintf (stderr, "mazurka: error: %s%s\n", what, str_text (&s));
  str_release (&s);
  return false;
}

/* Executions with few preemptions must be covered by executions with few preemptions: most reductions would replace them by
 * others, which may have more. */
static bool
keep_preemptions (struct strategy *s, const struct options *o)
{
  if (o->preemptions == UINT64_MAX)
    return true;
  bool given = strcmp (o->por, "auto");
  if (given && !s->reduction->selection) {
    fprintf (stderr, "mazurka: error: --preemptions goes execution by execution, --por=%s does not\n", s->reduction->name);
    return false;
  }
  if (o->sleep == SLEEP_ON) {
    fprintf (stderr, "mazurka: error: --preemptions needs --sleep=off: with sleep sets, executions within the bound would be lost\n");
    return false;
  }
  if (!s->reduction->selection || !s->reduction->selection->keeps_preemptions) {
    if (given)
      fprintf (stderr, "mazurka: note: --preemptions: %s would lose executions within the bound, bounded is used\n", s->reduction->name);
    s->reduction = reduction_find ("bounded");
  }
  s->executions = true;
  s->stateful = false;
  s->sleep = false;
  return true;
}

static bool
sleep_fits (struct strategy *s, const struct options *o)
{
  const struct selection *selection = s->reduction->selection;
  bool needs = selection && selection->needs_sleep, never = selection && selection->never_sleeps;
  if (never && o->sleep == SLEEP_AUTO)
    s->sleep = false;
  if (o->sleep != SLEEP_AUTO && (o->sleep == SLEEP_OFF ? needs : never)) {
    fprintf (stderr, "mazurka: error: --por=%s %s sleep sets\n", s->reduction->name, needs ? "needs" : "does not go with");
    return false;
  }
  return true;
}

/* ---- models ---- */

/* What excludes controlled executions, or NULL. */
static const char *
execution_misfit (const struct options *o)
{
  if (o->invariant)
    return "--invariant is not available with static or dynamic reductions, or sleep sets";
  if (o->search == SEARCH_BFS)
    return "--search=bfs is not available with static or dynamic reductions, or sleep sets";
  if (o->store)
    return "--store is not available with static or dynamic reductions, or sleep sets";
  if (o->max_depth || o->max_states)
    return "--max-depth and --max-states are not available with static or dynamic reductions, or sleep sets; --max-events and --time are";
  if (o->sample)
    return "--sample applies to C programs; `mazurka simulate` runs a model at random";
  return NULL;
}

/* With stored states sleep sets do not help a dynamic reduction. */
static bool
stored_fits (struct strategy *s, const struct options *o)
{
  if (!s->stateful || !reduction_is_dynamic (s->reduction))
    return true;
  if (o->sleep == SLEEP_ON)
    fprintf (stderr, "mazurka: error: --sleep=on needs --stateful=off with --por=%s\n", s->reduction->name);
  s->sleep = false;
  return o->sleep != SLEEP_ON;
}

static bool
search_fits (struct strategy *s, const struct options *o)
{
  if (!s->executions && o->sleep == SLEEP_ON)
    return refuse ("--sleep=on needs --por=", by_executions);
  if (!s->executions && o->stateful == STATEFUL_OFF)
    return refuse ("--stateful=off needs --por=", by_executions);
  if (!s->executions)
    return true;
  if (!can_store (s->reduction) && o->stateful == STATEFUL_ON)
    return refuse ("--stateful=on needs --por=", can_store);
  if (!stored_fits (s, o))
    return false;
  const char *why = execution_misfit (o);
  if (why)
    fprintf (stderr, "mazurka: error: %s\n", why);
  return !why && sleep_fits (s, o);
}

/* The symbolic engines have reductions of their own, of two strengths. */
static bool
symbolic_fits (struct strategy *s, const struct options *o)
{
  static const char *const names[] = {[ENGINE_BMC] = "bmc", [ENGINE_INDUCTION] = "induction", [ENGINE_IC3] = "ic3", [ENGINE_BDD] = "bdd"};
  const char *why = NULL;
  s->symbolic = true;
  s->executions = false;
  s->stateful = true;
  s->engine = names[o->engine];
  s->reduction = reduction_find (strcmp (o->por, "auto") ? o->por : "none");
  if (s->reduction->circuits == CIRCUITS_APART)
    why = "--por is none or static";
  else if (o->transactions && s->reduction->circuits != CIRCUITS_REDUCED)
    why = "--transactions needs --por=static";
  else if (o->search == SEARCH_BFS || o->store || o->max_states || o->preemptions != UINT64_MAX || o->sleep != SLEEP_AUTO || o->stateful != STATEFUL_AUTO)
    why = "there are no stored states or sleep sets: --search, --store, --max-states, --preemptions, --sleep and --stateful do not apply";
  if (why)
    fprintf (stderr, "mazurka: error: with --engine=%s %s\n", s->engine, why);
  return !why;
}

static bool
only_protocols (const struct reduction *r)
{
  return r->protocols == PROTOCOLS_PLAIN || r->protocols == PROTOCOLS_REFINED_ONLY;
}

/* Static sets that lock patterns can refine. */
static bool
sharpened (const struct reduction *r)
{
  return r->models && !only_protocols (r) && (!r->selection || (r->selection->persistent && !r->selection->races));
}

bool
strategy_for_model (struct strategy *s, const struct options *o, bool is_c, struct pos pos)
{
  struct diag diag = {.out = stderr};
  const char *misfit = options_misfit (o, is_c ? 'g' : 'm');
  *s = (struct strategy) {.engine = "explicit", .reduction = reduction_find (strcmp (o->por, "auto") ? o->por : usual_model)};
  assert (s->reduction);          /* the option knows only names of the table */
  bool dynamic = reduction_is_dynamic (s->reduction), asked = o->sleep != SLEEP_AUTO || o->stateful != STATEFUL_AUTO;
  /* without a reduction, controlled executions are used for sleep sets or if no states are stored */
  s->executions = s->reduction->selection && (dynamic || s->reduction->selection->persistent || asked);
  s->sleep = s->executions && (o->sleep == SLEEP_AUTO ? dynamic : o->sleep == SLEEP_ON);
  s->stateful = !s->executions || (o->stateful == STATEFUL_AUTO ? !dynamic : o->stateful == STATEFUL_ON);
  if (!s->reduction->selection && o->search == SEARCH_BFS)
    s->no_por = "not available with --search=bfs";
  if (misfit)
    diag_error (&diag, pos, is_c ? "--%s applies to C programs that are run (--engine=native)" : "--%s applies to C programs, but this is a model", misfit);
  else if (o->engine == ENGINE_NATIVE)
    fprintf (stderr, "mazurka: error: --engine=native runs C programs, not models\n");
  else if (o->engine >= ENGINE_BMC)
    return symbolic_fits (s, o);
  else if (o->transactions && !sharpened (s->reduction))
    refuse ("--transactions needs --por=", sharpened);
  else if (!s->reduction->models)
    fprintf (stderr, "mazurka: error: --por=%s applies to C programs, but this is a model\n", s->reduction->name);
  else
    return keep_preemptions (s, o) && search_fits (s, o);
  return false;
}

struct static_reduction *
strategy_reduce (const struct reduction *r, const struct pg *pg, struct inspector *inspector, struct ample_config config,
                 const char **why)
{
  config.exact |= r->ends;
  if (only_protocols (r)) {
    *why = "lpor applies to protocols";
    return NULL;
  }
  if (r->selection)
    return NULL;
  assert (!config.labels || config.exact);      /* the order of ends and starts of processes decides who is at a label */
  config.guards = !config.coarse && r->guards;
  return ample_new (pg, inspector, &config, why);
}

/* ---- C programs ---- */

/* Temporal properties need all states of the program. */
static bool
formula_fits (struct strategy *s, const struct options *o)
{
  const char *with = o->stateful == STATEFUL_OFF ? "--stateful=off" : o->allow_races ? "--allow-races"
                     : o->preemptions != UINT64_MAX ? "--preemptions" : o->sample ? "--sample" : NULL;
  if (!o->ltl && o->fair)
    fprintf (stderr, "mazurka: error: --fair is about temporal properties: --ltl states one\n");
  else if (o->fair == FAIR_TRACE)
    fprintf (stderr, "mazurka: error: --fair=trace applies to models, but this is a C program\n");
  else if (o->ltl && with)
    fprintf (stderr, "mazurka: error: --ltl does not go with %s\n", with);
  else if (!o->ltl)
    return true;
  else {
    s->reduction = reduction_find ("none");
    s->sleep = false;
    s->stateful = true;
    return true;
  }
  return false;
}

bool
strategy_for_program (struct strategy *s, const struct options *o, struct pos pos)
{
  struct diag diag = {.out = stderr};
  const char *misfit = options_misfit (o, 'p');
  *s = (struct strategy) {.engine = "native", .executions = true, .sleep = o->sleep != SLEEP_OFF, .stateful = o->stateful == STATEFUL_ON,
                          .reduction = reduction_find (strcmp (o->por, "auto") ? o->por : o->stateful == STATEFUL_ON ? "dpor" : usual_program)};
  s->may_store = o->stateful == STATEFUL_AUTO && !o->allow_races && o->preemptions == UINT64_MAX && o->sleep == SLEEP_AUTO
                 && (!strcmp (o->por, "auto") || can_store_program (s->reduction));
  if (misfit)
    diag_error (&diag, pos, "--%s applies to models, but this is a C program", misfit);
  else if (o->ends == ENDS_EMPTY)
    diag_error (&diag, pos, "--ends=empty applies to models, but this is a C program");
  else if (o->engine != ENGINE_AUTO && o->engine != ENGINE_NATIVE)
    fprintf (stderr, "mazurka: error: --engine=%s explores models, not C programs\n", options_choice ("engine", o->engine, (char[20]) {0}, 20));
  else if (!formula_fits (s, o))
    return false;
  else if (!s->reduction->programs) {
    char what[100];
    snprintf (what, sizeof what, "--por=%s applies to models; for C programs choose ", s->reduction->name);
    return refuse (what, for_programs);
  } else if (s->stateful && !o->ltl && !can_store_program (s->reduction))
    return refuse ("--stateful=on needs --por=", can_store_program);
  else if (s->stateful && o->allow_races)
    fprintf (stderr, "mazurka: error: --allow-races needs --stateful=off\n");
  else
    return keep_preemptions (s, o) && stored_fits (s, o) && sleep_fits (s, o);
  return false;
}

/* Most programs use locks: a section protected by one becomes a single step of the circuit. The explicit engine is slower
 * with lock patterns. */
void
strategy_of_many (struct options *o)
{
  if (o->engine == ENGINE_BMC && !strcmp (o->por, "auto")) {
    o->por = "static";
    o->transactions = true;
  }
}
