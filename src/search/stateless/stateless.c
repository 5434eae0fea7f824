/* Stateless search.
 *
 * Idea. Run an execution to its end; look at the races in it; go back to the
 * deepest state from which something else is to be run, and run that.
 *
 * Source. Godefroid, POPL 1997 (VeriSoft); what is to be run elsewhere is the
 * reduction's business, see src/reduce.
 */

#include "base/mutant.h"
#include "search/stateless/stateless.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/stateless/witness.h"

struct stateless {
  struct stateless_run *run;
  struct result *result;
  struct exploration exploration;
  struct schedule schedule;
  double started, told;
  bool paused, stop, cut_short;           /* cut_short: the end of some execution was not reached */
};

static void
stop_at (struct stateless *s, struct pos pos, const char *why)
{
  s->stop = true;
  if (!s->result->reason[0])
    result_reason (s->result, pos, why);
}

static void
stop_because (struct stateless *s, const char *why)
{
  stop_at (s, (struct pos) {0}, why);
}

/* Every finding is executed again before it is told, in a readable order; except
 * that a step that had to be interrupted would have to be so again. */
static void
tell (struct stateless *s, bool at_end, bool goes_on)
{
  bool interrupted = s->run->interrupt && *s->run->interrupt;
  assert (!s->exploration.away && exec_failure (s->run->exec)->message);
  if (s->run->found && interrupted) {
    schedule_as_is (&s->exploration.history, &s->schedule);
    s->run->found (s->run->context, exec_failure (s->run->exec), s->schedule.data, s->schedule.count);
  } else if (s->run->found) {
    if (witness_find (s->run->exec, &s->exploration.history, at_end, &s->schedule))
      s->run->found (s->run->context, exec_failure (s->run->exec), s->schedule.data, s->schedule.count);
    else
      stop_because (s, "a finding could not be repeated");
    s->exploration.synced = 0;
    if (goes_on && !exploration_replay (&s->exploration, s->exploration.history.events.count))
      stop_because (s, "an execution did not repeat itself");
  }
}

static void
report (struct stateless *s, bool at_end)
{
  s->result->errors++;
  tell (s, at_end, s->run->all);
  if (!s->run->all)
    stop_because (s, "the first finding ends the search");
}

static void
take_step (struct stateless *s)
{
  enum exec_outcome outcome = exploration_step (&s->exploration);
  if (outcome == EXEC_BROKEN) {
    const struct exec_failure *f = exec_failure (s->run->exec);
    if (f && f->message)
      stop_at (s, f->pos, f->message);
    else
      stop_because (s, "an execution could not go on");
    return;
  }
  uint64_t depth = s->exploration.history.events.count;
  assert (depth && s->exploration.nodes.count == depth + 1);
  s->result->stats.transitions++;
  if (depth > s->result->stats.max_depth)
    s->result->stats.max_depth = depth;
  if (outcome == EXEC_FAILED)
    report (s, false);
  if (outcome == EXEC_DOUBT)
    tell (s, false, true);
}

static bool
leads_on (struct stateless *s)
{
  if (!s->run->arrived || s->run->arrived (s->run->context, &s->exploration))
    return true;
  s->result->stats.revisits++;
  return false;
}

static bool
too_long (struct stateless *s)
{
  if (!s->run->max_events || s->exploration.history.events.count < s->run->max_events || !exploration_enabled (&s->exploration))
    return false;
  return s->cut_short = !MUTANT (reduce_max_events_silent), true;
}

static void
end_execution (struct stateless *s)
{
  struct stats *stats = &s->result->stats;
  if (exploration_enabled (&s->exploration)) {
    stats->blocked += !too_long (s) && !MUTANT (reduce_blocked_uncounted);
    return;
  }
  assert (!s->exploration.away);
  enum exec_end end = exec_end (s->run->exec);
  *(end == EXEC_CUT && !MUTANT (search_cut_is_complete) ? &stats->cut : &stats->executions) += 1;
  if (end == EXEC_BAD)
    report (s, true);
  if (s->run->complete) {
    schedule_as_is (&s->exploration.history, &s->schedule);
    assert (s->schedule.count == s->exploration.history.events.count);
    s->run->complete (s->run->context, end, s->schedule.data, s->schedule.count);
  }
}

static void
tell_progress (struct stateless *s, double now)
{
  const struct stats *stats = &s->result->stats;
  struct stateless_progress p = {
    .executions = stats->executions, .blocked = stats->blocked, .cut = stats->cut, .transitions = stats->transitions,
    .depth = s->exploration.history.events.count, .seconds = now - s->started, .share = exploration_share (&s->exploration),
  };
  s->told = now;
  if (!s->run->progress (s->run->context, &p))
    stop_because (s, "stopped");
}

/* Looked at between executions, and every thousand steps or so within one. */
static void
check_bounds (struct stateless *s)
{
  struct stateless_run *run = s->run;
  const struct stats *stats = &s->result->stats;
  if (run->interrupt && *run->interrupt)
    stop_because (s, "interrupted");
  if (run->max_executions && stats->executions + stats->blocked + stats->cut >= run->max_executions)
    stop_because (s, "stopped at the limit on executions (--executions)");
  if (!run->clock)
    return;
  double now = run->clock ();
  if (run->max_seconds > 0 && now - s->started >= run->max_seconds)
    stop_because (s, "not finished in time (--time)");
  if (run->progress && now - s->told >= 0.5)
    tell_progress (s, now);
}

/* Once, after some executions: somebody else uses the exec for a while. */
static void
pause (struct stateless *s)
{
  const struct stats *stats = &s->result->stats;
  if (!s->run->pause || s->paused || s->stop || stats->executions + stats->blocked + stats->cut < s->run->pause_after)
    return;
  s->paused = true;
  if (!s->run->pause (s->run->context))
    stop_because (s, "the first finding ends the search");
  s->exploration.away = true;
  s->exploration.synced = 0;
}

static void
explore (struct stateless *s)
{
  struct exploration *w = &s->exploration;
  bool on = leads_on (s);
  do {
    while (!s->stop && on && !too_long (s) && exploration_choose (w)) {
      take_step (s);
      on = s->stop || leads_on (s);
      if (s->result->stats.transitions % 1024 == 0)
        check_bounds (s);
    }
    if (s->stop)
      return;
    if (on)
      end_execution (s);
    on = true;
    exploration_plan (w);
    pause (s);
  } while (!s->stop && exploration_back (w) && (check_bounds (s), !s->stop));
}

static void
conclude (struct stateless *s)
{
  struct result *r = s->result;
  const char *lost = s->run->lost ? s->run->lost (s->run->context) : NULL;
  if (s->exploration.broken)
    stop_because (s, "an execution did not repeat itself");
  if (lost)
    stop_because (s, lost);
  if (s->cut_short)
    stop_because (s, "longer executions were cut (--max-events)");
  if (s->exploration.bounded)
    stop_because (s, "executions with more preemptions were not explored (--preemptions)");
  r->exhaustive = !s->stop || (MUTANT (reduce_time_exhaustive) && s->run->max_seconds > 0);
  r->verdict = r->errors ? VERDICT_VIOLATION : s->stop && !MUTANT (reduce_bound_ok) ? VERDICT_UNKNOWN : VERDICT_OK;
  assert (s->stop || (!s->exploration.history.events.count && !s->exploration.broken && !s->exploration.bounded));
  assert (!s->stop || r->reason[0]);
  if (r->stats.threads < s->exploration.history.threads.count)
    r->stats.threads = s->exploration.history.threads.count;
  if (s->run->clock)
    r->stats.seconds = s->run->clock () - s->started;
}

void
stateless_run (struct stateless_run *run, struct result *result)
{
  struct stateless s = {.run = run, .result = result};
  if (run->clock)
    s.started = s.told = run->clock ();
  assert (run->exec && run->reduction);
  exec_rewind (run->exec, 0);     /* it may have been explored before */
  exploration_init (&s.exploration, run->exec, run->reduction, run->sleep);
  assert (!run->bound_preemptions || (run->reduction->selection->keeps_preemptions && !s.exploration.sleep));
  s.exploration.max_preemptions = run->bound_preemptions ? run->max_preemptions : UINT64_MAX;
  explore (&s);
  conclude (&s);
  exploration_release (&s.exploration);
  VEC_FREE (s.schedule);
}
