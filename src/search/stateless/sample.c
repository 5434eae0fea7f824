/* Random executions, for programs that are too large to explore.
 *
 * Idea. Each thread gets a random priority, and the enabled thread with the highest priority runs; at a few random moments
 * the running thread gets the lowest priority. Most bugs need few such changes, and are then found with a good probability
 * that does not depend on the number of interleavings.
 * Source. S. Burckhardt, P. Kothari, M. Musuvathi, S. Nagarakatte, "A randomized scheduler with probabilistic guarantees of
 * finding bugs", ASPLOS 2010.
 * Where we differ. The number of changes is drawn for each execution, 0 to 4; the length is that of the longest execution
 * so far.
 * Why that is sound. The verdict is never ok. */

#include <assert.h>
#include <stdio.h>

#include "base/random.h"
#include "search/stateless/shorten.h"

#define CHANGES 5

struct sample {
  struct stateless_run *run;
  struct result *result;
  struct history history;
  struct schedule schedule;
  VEC (uint64_t) priority;        /* per thread; drawn at its first occurrence in the execution */
  uint64_t change[CHANGES];       /* numbers of the steps at which priorities change */
  uint64_t random, bottom;
  uint64_t longest;
  double started, told;
  bool stop;
};

static thread_id
highest (struct sample *s)
{
  struct exec *e = s->run->exec;
  thread_id best = NONE;
  for (thread_id t = 0; t < exec_threads (e); t++) {
    if (t == s->priority.count)
      VEC_PUSH (s->priority, random_draw (&s->random) >> 1 | 1ull << 62);
    if (exec_enabled (e, t) && (best == NONE || s->priority.data[t] > s->priority.data[best]))
      best = t;
  }
  return best;
}

static void
stop_because (struct sample *s, const char *why)
{
  s->stop = true;
  if (!s->result->reason[0])
    snprintf (s->result->reason, sizeof s->result->reason, "%s", why);
}

static void
report (struct sample *s, bool at_end)
{
  struct stateless_run *run = s->run;
  s->result->errors++;
  if (!shorten_witness (run, &s->history, at_end, &s->schedule))
    stop_because (s, "a finding could not be repeated");
  else if (run->found)
    run->found (run->context, exec_failure (run->exec), s->schedule.data, s->schedule.count);
  assert (s->stop || s->schedule.count);
  if (!run->all)
    stop_because (s, "the first finding ends the search");
}

static enum exec_outcome
take_step (struct sample *s, thread_id t)
{
  struct exec *e = s->run->exec;
  struct exec_step step = {0};
  uint32_t ways = exec_alternatives (e, t);
  assert (ways && exec_enabled (e, t));
  struct event event = {.thread = t, .alternative = ways > 1 ? (uint32_t) (random_draw (&s->random) % ways) : 0, .alternatives = ways};
  event.announced = ops_intern (&s->history.ops, exec_next (e, t));
  enum exec_outcome outcome = exec_step (e, t, event.alternative, &step);
  if (outcome == EXEC_BROKEN)
    return outcome;
  event.op = ops_intern (&s->history.ops, &step.op);
  history_threads (&s->history, exec_threads (e));
  history_push (&s->history, &event, &step);
  s->result->stats.transitions++;
  return outcome;
}

static void
begin (struct sample *s)
{
  exec_rewind (s->run->exec, 0);
  history_pop (&s->history, 0);
  history_threads (&s->history, exec_threads (s->run->exec));
  s->priority.count = 0;
  s->bottom = 1ull << 61;
  assert (!s->history.events.count);
  size_t changes = random_draw (&s->random) % CHANGES;
  for (size_t i = 0; i < CHANGES; i++)
    s->change[i] = i < changes ? random_draw (&s->random) % (s->longest + 1) : UINT64_MAX;
}

static void
end (struct sample *s)
{
  struct stats *stats = &s->result->stats;
  assert (highest (s) == NONE);
  enum exec_end how = exec_end (s->run->exec);
  *(how == EXEC_CUT ? &stats->cut : &stats->executions) += 1;
  if (how == EXEC_BAD)
    report (s, true);
}

/* Executes the step after the first `depth`; false: the execution has ended. */
static bool
go_on (struct sample *s, uint64_t depth)
{
  thread_id t = highest (s);
  if (t == NONE) {
    end (s);
    return false;
  }
  if (s->run->max_events && depth == s->run->max_events)
    return false;
  for (size_t i = 0; i < CHANGES; i++)
    if (s->change[i] == depth)
      s->priority.data[t] = s->bottom--;
  assert (depth == s->history.events.count);
  enum exec_outcome outcome = take_step (s, t);
  if (outcome == EXEC_BROKEN)
    stop_because (s, exec_failure (s->run->exec)->message);
  if (outcome == EXEC_FAILED)
    report (s, false);
  return outcome == EXEC_RAN || outcome == EXEC_HALTED || outcome == EXEC_DOUBT;
}

static void
one_execution (struct sample *s)
{
  begin (s);
  uint64_t depth = 0;
  while (go_on (s, depth))
    depth++;
  if (depth > s->longest)
    s->longest = depth;
}

static void
check_bounds (struct sample *s)
{
  struct stateless_run *run = s->run;
  const struct stats *stats = &s->result->stats;
  double now = run->clock ? run->clock () : 0;
  if (run->interrupt && *run->interrupt)
    stop_because (s, "interrupted");
  if (run->max_seconds > 0 && now - s->started >= run->max_seconds)
    stop_because (s, "not finished in time (--time)");
  if (!run->progress || now - s->told < 0.5)
    return;
  s->told = now;
  struct stateless_progress p = {.executions = stats->executions, .cut = stats->cut, .transitions = stats->transitions,
                                 .depth = s->longest, .seconds = now - s->started};
  if (!run->progress (run->context, &p))
    stop_because (s, "stopped");
}

void
stateless_sample (struct stateless_run *run, uint64_t seed, struct result *result)
{
  struct sample s = {.run = run, .result = result, .random = seed};
  history_init (&s.history);
  s.started = s.told = run->clock ? run->clock () : 0;
  for (uint64_t i = 0; i < run->max_executions && !s.stop; i++) {
    one_execution (&s);
    check_bounds (&s);
  }
  assert (!result->exhaustive);
  result->exhaustive = false;
  result->stats.max_depth = s.longest;
  result->stats.threads = exec_threads (run->exec);
  result->verdict = result->errors ? VERDICT_VIOLATION : VERDICT_UNKNOWN;
  if (!result->reason[0])
    snprintf (result->reason, sizeof result->reason, "only %llu random executions were tried (--sample)",
              (unsigned long long) run->max_executions);
  history_release (&s.history);
  VEC_FREE (s.schedule);
  VEC_FREE (s.priority);
}
