/* Stateless search for models. See executions.h. */
#include "search/executions.h"

#include <assert.h>
#include <stdio.h>

#include "base/measure.h"
#include "search/explore.h"
#include "search/stateless/stateful.h"
#include "search/visited.h"

enum { MOST_FINDINGS = 100 };

struct executions {
  struct search_run *run;
  struct exec *exec;
  struct result *result;
  struct store *terminal;         /* terminal states found */
  struct visited visited;
  bool sleeps;
};

static bool
tell_progress (void *context, const struct stateless_progress *p)
{
  struct executions *x = context;
  struct progress out = {p->executions + p->blocked + p->cut, p->transitions, p->depth, 0, p->seconds};
  return !x->run->progress || x->run->progress (x->run->progress_context, &out);
}

static void
keep (struct executions *x, enum finding_kind kind, struct pos pos, const char *message, const struct exec_fault *fault)
{
  struct result *r = x->result;
  if (r->findings.count >= MOST_FINDINGS || finding_known (r, kind, pos, message))
    return;
  struct finding f = {.kind = kind, .message = mem_strdup (message), .pos = pos, .loop_start = -1};
  f.steps = exec_trace (x->exec, fault, &f.nsteps);
  assert (message && (!fault || f.nsteps <= fault->trans));
  VEC_PUSH (r->findings, f);
}

/* Records a finding. The exec is in the state at the end of the schedule. */
static void
found (void *context, const struct exec_failure *failure, const struct stateless_step *schedule, size_t n)
{
  struct executions *x = context;
  size_t count;
  (void) schedule, (void) n;
  if (failure->kind == FINDING_INVALID_END || failure->kind == FINDING_DEADLOCK || failure->kind == FINDING_INVARIANT) {
    keep (x, failure->kind, failure->pos, failure->message, NULL);
    return;
  }
  const struct exec_fault *list = exec_faults (x->exec, &count);
  assert (count);
  for (size_t i = 0; i < count; i++)
    keep (x, fault_finding (list[i].fault.kind), list[i].fault.pos, list[i].fault.message, &list[i]);
}

static void
complete (void *context, enum exec_end end, const struct stateless_step *schedule, size_t n)
{
  struct executions *x = context;
  (void) schedule, (void) n;
  if (end == EXEC_CUT || !x->run->terminal)
    return;
  struct ts *ts = x->run->ts;
  const uint32_t *state = exec_terminal (x->exec);
  assert (!ts_transient (state));
  state_id id;
  store_put (x->terminal, NULL, &(struct store_state) {.words = state, .n = ts_words (ts, state)}, &id);
}

static void
tell_terminal (struct executions *x)
{
  struct ts *ts = x->run->ts;
  uint32_t *state = mem_alloc ((size_t) ts->max_words * 4);
  for (state_id id = 0; id < store_count (x->terminal); id++) {
    store_get (x->terminal, id, state, NULL);
    x->run->terminal (x->run->terminal_context, ts, state);
  }
  mem_free (state);
}

/* Whether persistent sets are combined with sleep sets, which is sound only for state spaces without cycles. */
static bool
must_wake (const struct executions *x)
{
  return x->visited.cyclic && x->visited.proviso && x->sleeps;
}

static bool
arrived (void *context, struct exploration *e)
{
  struct executions *x = context;
  return !must_wake (x) && visited_arrive (&x->visited, e) && !must_wake (x);
}

/* The initial state is an error: nothing is executed. */
static bool
begins_badly (struct executions *x)
{
  const struct fault *f = exec_initial (x->exec);
  if (f->kind == FAULT_NONE)
    return false;
  x->result->errors++;
  x->result->verdict = VERDICT_VIOLATION;
  keep (x, fault_finding (f->kind), f->pos, f->message, NULL);
  return true;
}

/* The invariant is violated initially; the exec checks it only after steps. True: the search ends. */
static bool
begins_in_violation (struct executions *x)
{
  struct search_run *run = x->run;
  struct fault fault = {0};
  struct str text = {0};
  if (!run->invariant)
    return false;
  uint32_t *state = mem_alloc ((size_t) run->ts->max_words * 4);
  run->ts->class->initial (run->ts, state, &fault);
  bool bad = !run->invariant (run->invariant_context, state, &fault);
  mem_free (state);
  if (!bad)
    return false;
  bool unknown = fault.kind != FAULT_NONE;
  str_printf (&text, "%s%s", unknown ? "" : "the invariant does not hold: ", *fault.message ? fault.message : run->invariant_text);
  x->result->errors += !unknown;
  x->result->verdict = unknown ? VERDICT_UNKNOWN : VERDICT_VIOLATION;
  if (unknown)
    result_reason (x->result, fault.pos, str_text (&text));
  else
    keep (x, FINDING_INVARIANT, fault.pos, str_text (&text), NULL);
  str_release (&text);
  return unknown || !run->options->all;
}

/* The reason why states were lost, or NULL. */
static const char *
lost (void *context)
{
  const struct executions *x = context;
  return x->visited.full ? "stopped at the limit on memory (--memory)" : NULL;
}

static void
conclude (struct executions *x)
{
  struct result *r = x->result;
  if (store_count (x->visited.store)) {
    r->stats.states = store_count (x->visited.store);
    r->stats.store_bytes = store_peak_bytes (x->visited.store);
  }
  r->stats.peak_bytes = measure_peak ();
  assert (r->verdict != VERDICT_OK || (r->exhaustive && !r->errors && !x->visited.full));
  if (r->exhaustive)
    explore_unreached (x->run->ts, r);
  if (!exec_misused (x->exec))
    tell_terminal (x);
}

/* One search. False: it must be repeated without sleep sets. */
static bool
search (struct executions *x, const struct executions_config *config)
{
  const struct options *o = x->run->options;
  struct stateless_run r = {
    .exec = x->exec, .reduction = config->reduction, .sleep = x->sleeps, .all = o->all,
    .max_events = o->max_events == UINT64_MAX ? 0 : o->max_events, .max_executions = o->executions,
    .bound_preemptions = o->preemptions != UINT64_MAX, .max_preemptions = o->preemptions,
    .max_seconds = o->time, .clock = measure_seconds, .interrupt = x->run->interrupt, .progress = tell_progress,
    .memory = measure_peak, .max_memory = explore_memory (o),
    .found = found, .complete = complete, .arrived = config->stateful ? arrived : NULL, .lost = lost, .context = x,
  };
  x->terminal = store_new (&(struct store_config) {.kind = STORE_PLAIN});
  visited_init (&x->visited, config->proviso, explore_memory (o));
  if (config->stateful && reduction_is_dynamic (config->reduction)) {
    r.arrived = NULL;
    r.max_bytes = explore_memory (o) / 4;   /* vectors have slack, and operations are not counted */
    stateful_run (&r, x->result);
  } else
    stateless_run (&r, x->result);
  bool good = !must_wake (x);
  assert (config->stateful || !store_count (x->visited.store));
  if (good)
    conclude (x);
  visited_release (&x->visited);
  store_free (x->terminal);
  return good;
}

bool
executions_run (struct search_run *run, struct exec *exec, const struct executions_config *config, struct result *result)
{
  struct executions x = {.run = run, .exec = exec, .result = result, .sleeps = config->sleep};
  if (begins_badly (&x) || begins_in_violation (&x) || search (&x, config))
    return true;
  assert (x.sleeps && config->stateful && config->proviso);
  result_release (result);
  *result = (struct result) {0};
  exec_rewind (exec, 0);
  x.sleeps = false;
  search (&x, config);
  return false;
}
