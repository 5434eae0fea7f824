/* Code shared by the searches: limits, reasons to stop, the choice of the search. See search.h and explore.h. */
#include "search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/measure.h"
#include "base/mem.h"
#include "search/explore.h"

static const struct {
  const char *reason;
  bool ends;                      /* whether the bound ends the search */
} bounds[BOUNDS] = {
  [BOUND_DEPTH] = {"deeper states were not explored (--max-depth)", false},
  [BOUND_STATES] = {"stopped at the limit on states (--max-states)", true},
  [BOUND_MEMORY] = {"stopped at the limit on memory (--memory)", true},
  [BOUND_TIME] = {"not finished in time (--time)", true},
  [BOUND_INTERRUPT] = {"interrupted", true},
  [BOUND_FINDING] = {"stopped at the first finding", true},
  [BOUND_STORE] = {"the store may have lost states (--store)", false},
  [BOUND_RESOURCE] = {NULL, false},
};

void
explore_bound (struct explorer *x, enum bound bound, const struct fault *fault)
{
  struct result *r = x->result;
  assert (bound < BOUNDS && (bound == BOUND_RESOURCE) == (fault != NULL));
  r->at_limit |= bound == BOUND_RESOURCE;
  if (r->exhaustive && fault)
    result_reason (r, fault->pos, fault->message);
  else if (r->exhaustive)
    result_reason (r, (struct pos) {0}, bounds[bound].reason);
  r->exhaustive = false;
  x->stop |= bounds[bound].ends;
  assert (r->reason[0]);
}

bool
explore_too_deep (struct explorer *x, uint64_t steps)
{
  if (!x->options->max_depth || steps <= x->options->max_depth)
    return false;
  explore_bound (x, BOUND_DEPTH, NULL);
  return true;
}

static uint64_t
bytes_held (const struct explorer *x)
{
  return store_bytes (x->store) + (x->passing.store ? store_bytes (x->passing.store) : 0) + x->stack_bytes;
}

void
explore_tick (struct explorer *x)
{
  struct search_run *run = x->run;
  uint64_t bytes = bytes_held (x);
  if (bytes > x->result->stats.peak_bytes)
    x->result->stats.peak_bytes = bytes;
  if (run->interrupt && *run->interrupt)
    explore_bound (x, BOUND_INTERRUPT, NULL);
  if (bytes > x->max_bytes)
    explore_bound (x, BOUND_MEMORY, NULL);
  double t = measure_seconds () - x->started;
  if (x->options->time > 0 && t > x->options->time)
    explore_bound (x, BOUND_TIME, NULL);
  if (run->progress && t - x->last_progress >= 0.5) {
    x->last_progress = t;
    struct progress p = {x->result->stats.states, x->result->stats.transitions, x->depth, bytes, t};
    if (!run->progress (run->progress_context, &p))
      explore_bound (x, BOUND_INTERRUPT, NULL);
  }
}

void
explore_count (struct explorer *x, bool is_new)
{
  if (!is_new) {
    x->result->stats.revisits++;
    return;
  }
  assert (!x->stop || x->result->stats.states);
  uint64_t n = ++x->result->stats.states;
  if (x->options->max_states && n >= x->options->max_states)
    explore_bound (x, BOUND_STATES, NULL);
}

enum store_answer
explore_put (struct explorer *x, const struct store_state *from, const struct store_state *s, state_id *id)
{
  assert (!ts_transient (s->words) && s->n <= x->ts->max_words);
  enum store_answer a = store_put (x->store, from, s, id);
  if (a == STORE_FULL)
    explore_bound (x, BOUND_MEMORY, NULL);
  else
    explore_count (x, a == STORE_NEW);
  if (a == STORE_NEW)
    x->passing.count = 0;
  return a;
}

bool
explore_passed_before (struct explorer *x, struct passing *p, const uint32_t *state, uint32_t n)
{
  if (p->count++ < PASSING_FREE)
    return false;
  if (!p->store)
    p->store = store_new (&(struct store_config) {.kind = STORE_PLAIN, .max_bytes = x->max_bytes});
  state_id id;
  assert (ts_transient (state));
  enum store_answer a = store_put (p->store, NULL, &(struct store_state) {state, n, NULL}, &id);
  if (a == STORE_FULL)
    explore_bound (x, BOUND_MEMORY, NULL);
  return a != STORE_NEW;
}

void
passing_forget (struct passing *p)
{
  if (p->store)
    store_free (p->store);
  *p = (struct passing) {0};
}

void
explore_check_set (struct explorer *x, const uint32_t *state, const trans_id *list, size_t size, size_t count)
{
  enum { ALL = 1000, SHARE = 32 };
  char why[200] = "";
  bool asked = x->options->verify_relations, due = asked;
#ifndef NDEBUG
  due |= x->result->stats.states <= 100;
#endif
  if (!due || size == count || static_check (x->run->reduction, x->ts, state, list, size, asked ? ALL : SHARE, why, sizeof why))
    return;
  struct fault wrong = {.kind = FAULT_RESOURCE};
  snprintf (wrong.message, sizeof wrong.message, "a set of the reduction %s is wrong: %.120s", x->run->reduction->class->name, why);
  assert (asked);
  explore_bound (x, BOUND_RESOURCE, &wrong);
}

uint64_t
explore_memory (const struct options *o)
{
  return o->memory ? o->memory : mem_of_machine () / 10 * 8;
}

static void
conclude (struct explorer *x)
{
  struct result *r = x->result;
  struct stats *s = &r->stats;
  s->seconds = measure_seconds () - x->started;
  s->store_bytes = store_peak_bytes (x->store);
  if (bytes_held (x) > s->peak_bytes)
    s->peak_bytes = bytes_held (x);
  if (s->store_bytes > s->peak_bytes)
    s->peak_bytes = s->store_bytes;
  if (store_lossy (x->store))
    explore_bound (x, BOUND_STORE, NULL);
  assert (!x->stop || !r->exhaustive);
  r->verdict = r->errors ? VERDICT_VIOLATION : r->exhaustive ? VERDICT_OK : VERDICT_UNKNOWN;
}

static void
add_unreached (void *context, const char *proc, struct pos pos, const char *text)
{
  struct result *r = context;
  VEC_PUSH (r->unreached, (struct unreached) {mem_strdup (proc), pos, mem_strdup (text)});
}

void
explore_unreached (struct ts *ts, struct result *result)
{
  ts->class->unreached (ts, add_unreached, result);
}

void
explore_start (struct explorer *x, struct search_run *run, struct result *result, enum store_kind kind, uint32_t words)
{
  const struct options *o = run->options;
  *x = (struct explorer) {.run = run, .result = result, .ts = run->ts, .options = o, .started = measure_seconds ()};
  result->exhaustive = true;
  assert (!result->errors && !result->findings.count && words);
  x->max_bytes = explore_memory (o);
  x->store = store_new (&(struct store_config) {.kind = kind, .max_bytes = x->max_bytes});
  x->next = mem_alloc ((size_t) words * 4);
  x->next_path = mem_alloc ((size_t) store_path_words (x->store, words) * 4);
}

void
explore_finish (struct explorer *x)
{
  conclude (x);
  mem_free (x->next);
  mem_free (x->next_path);
  store_free (x->store);
  passing_forget (&x->passing);
}

void
search_run (struct search_run *run, struct result *result)
{
  struct explorer x;
  explore_start (&x, run, result, (enum store_kind) run->options->store, run->ts->max_words);
  if (run->options->search == SEARCH_BFS)
    explore_bfs (&x);
  else
    explore_dfs (&x);
  if (!x.stop)
    explore_unreached (run->ts, result);
  explore_finish (&x);
}
