/* Stateless search.
 *
 * Idea. Run an execution to its end; examine its races; backtrack to the deepest state from which something else is to be
 * run, and run that. If executions do not end, a bound on events is used: first a small one, so that no thread starves
 * while another one loops, then larger ones.
 *
 * Source. P. Godefroid, "Model checking for programming languages using VeriSoft", POPL 1997; what is to be run elsewhere
 * is decided by the reduction, see src/reduce.
 *
 * Where we differ. The bound is not on the length of an execution, which would make every two steps dependent, but on the
 * number of events that happen before one (exploration_stopped).
 *
 * Why that is sound. docs/bounds.md: every execution with at most N events is a prefix of one that is explored with the
 * bound N, by every reduction. */

#include "search/stateless/stateless.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/distinct.h"
#include "search/stateless/limits.h"
#include "search/stateless/shorten.h"
#include "search/stateless/witness.h"

enum { FIRST_BOUND = 8 };

struct stateless {
  struct limits limits;
  struct stateless_run *run;
  struct result *result;
  struct exploration exploration;
  struct schedule schedule;
  struct schedule path;                   /* the present execution: its first `listed` steps are up to date */
  size_t listed;
  uint64_t bound, covered;                /* present bound on events, and the last one within which everything was explored; 0: none */
  uint64_t begun;                         /* number of executions with earlier bounds */
  bool grows;                             /* the bound grows, from a small one */
  bool paused, cut_short;                 /* cut_short: with this bound some execution did not reach its end */
  struct distinct told;                   /* findings already reported, by the events that happen before them */
};

/* ---- findings ---- */

static uint64_t
event_number (const struct history *h, uint32_t event)
{
  const struct event *e = &h->events.data[event];
  uint64_t n = digest_at ((uint64_t) e->thread << 32 | e->ordinal, e->alternative);
  for (thread_id t = 0; t < h->threads.count; t++) {
    int32_t last = history_clock (h, event)[t];
    if (last)
      n = digest_add (n, (uint64_t) t << 32 | h->events.data[last - 1].ordinal);
  }
  return n;
}

/* Whether the finding is new: with a larger bound findings occur again. */
static bool
is_new (struct stateless *s, bool at_end)
{
  const struct history *h = &s->exploration.history;
  uint32_t last = (uint32_t) h->events.count - 1;
  uint64_t number = at_end, before = s->told.count;
  if (!s->run->all || !s->run->max_events)
    return true;
  for (uint32_t i = 0; i < h->events.count; i++)
    if (at_end || i == last || history_before (h, i, last))
      number += event_number (h, i);
  distinct_add (&s->told, number);
  return !s->grows || s->told.count > before;
}

/* Reports a finding. It is executed again first, in a readable order; except that a step that had to be interrupted is not
 * repeated. */
static void
tell (struct stateless *s, bool at_end, bool goes_on)
{
  bool interrupted = s->run->interrupt && *s->run->interrupt;
  assert (!s->exploration.away && exec_failure (s->run->exec)->message);
  if (s->run->found && interrupted) {
    schedule_as_is (&s->exploration.history, &s->schedule);
    s->run->found (s->run->context, exec_failure (s->run->exec), s->schedule.data, s->schedule.count);
  } else if (s->run->found) {
    if (shorten_witness (s->run, &s->exploration.history, at_end, &s->schedule))
      s->run->found (s->run->context, exec_failure (s->run->exec), s->schedule.data, s->schedule.count);
    else
      limits_stop (&s->limits, "a finding could not be repeated");
    s->exploration.synced = 0;
    if (goes_on && !exploration_replay (&s->exploration, s->exploration.history.events.count))
      limits_stop (&s->limits, EXEC_NOT_REPEATABLE);
  }
}

static void
report (struct stateless *s, bool at_end)
{
  if (!is_new (s, at_end))
    return;
  s->result->errors++;
  tell (s, at_end, s->run->all);
  if (!s->run->all)
    limits_stop (&s->limits, "the first finding ends the search");
}

/* ---- one execution ---- */

static void
take_step (struct stateless *s)
{
  enum exec_outcome outcome = exploration_step (&s->exploration);
  if (outcome == EXEC_BROKEN) {
    limits_broken (&s->limits);
    return;
  }
  uint64_t depth = s->exploration.history.events.count;
  assert (depth && s->exploration.nodes.count == depth + 1);
  s->result->stats.transitions++;
  if (depth > s->result->stats.max_depth)
    s->result->stats.max_depth = depth;
  if (outcome == EXEC_FAILED)
    report (s, false);
  if (outcome == EXEC_DOUBT && (!s->grows || is_new (s, false)))
    tell (s, false, true);
}

static bool
leads_on (struct stateless *s)
{
  if (!s->run->arrived || s->grows || s->run->arrived (s->run->context, &s->exploration))
    return true;
  s->result->stats.revisits++;
  return false;
}

/* Whether the bound has stopped a thread, or the whole execution. */
static bool
too_long (struct stateless *s)
{
  const struct exploration *x = &s->exploration;
  bool whole = s->bound && s->run->reduction->selection->everything && x->history.events.count >= s->bound && exploration_enabled (x);
  if (whole || exploration_top (x)->stopped)
    s->cut_short = true;
  return whole || (s->cut_short && !s->grows);
}

static void
end_execution (struct stateless *s)
{
  struct stats *stats = &s->result->stats;
  bool is_long = too_long (s) || exploration_top (&s->exploration)->stopped;
  if (is_long || exploration_enabled (&s->exploration)) {
    *(is_long ? &stats->cut : &stats->blocked) += 1;
    return;
  }
  assert (!s->exploration.away);
  enum exec_end end = exec_end (s->run->exec);
  *(end == EXEC_CUT ? &stats->cut : &stats->executions) += 1;
  if (end == EXEC_BAD)
    report (s, true);
  if (s->run->complete) {
    schedule_from (&s->exploration.history, s->listed, &s->path);
    s->listed = s->path.count;
    assert (s->path.count == s->exploration.history.events.count);
    s->run->complete (s->run->context, end, s->path.data, s->path.count);
  }
}

/* ---- all of them ---- */

static uint64_t
executions_now (const struct stateless *s)
{
  const struct stats *stats = &s->result->stats;
  return stats->executions + stats->blocked + stats->cut;
}

/* Checks the bounds, between executions and every few steps within one: a step may fill a buffer of megabytes. */
static void
check_bounds (struct stateless *s)
{
  const struct stats *stats = &s->result->stats;
  struct stateless_progress p = {
    .executions = stats->executions, .blocked = stats->blocked, .cut = stats->cut, .transitions = stats->transitions,
    .depth = s->exploration.history.events.count,
  };
  limits_check (&s->limits, s->begun + executions_now (s), &p, s->grows ? NULL : &s->exploration);
  if (s->grows && s->run->patience > 0 && s->run->clock && s->run->clock () - s->limits.started >= s->run->patience)
    limits_stop (&s->limits, "executions do not end");
}

/* After some executions the caller uses the exec for a while. */
static void
pause (struct stateless *s)
{
  if (!s->run->pause || s->paused || s->limits.stop || executions_now (s) < s->run->pause_after)
    return;
  if (!s->run->pause (s->run->pause_context))
    limits_stop (&s->limits, "the first finding ends the search");
  s->paused = executions_now (s) >= s->run->pause_after;
  s->exploration.away = true;
  s->exploration.synced = 0;
}

/* Explores within the present bound. Ends at the first execution that is cut, unless the bound is a small one that grows. */
static void
explore (struct stateless *s)
{
  struct exploration *x = &s->exploration;
  bool on = leads_on (s);
  do {
    if (s->listed > x->branch)
      s->listed = x->branch;
    while (!s->limits.stop && on && !too_long (s) && exploration_choose (x)) {
      take_step (s);
      on = s->limits.stop || leads_on (s);
      if (s->result->stats.transitions % 16 == 0)
        check_bounds (s);
    }
    if (s->limits.stop || (s->cut_short && !s->grows))
      return;
    if (on)
      end_execution (s);
    on = true;
    exploration_plan (x);
    pause (s);
  } while (!s->limits.stop && exploration_back (x) && (check_bounds (s), !s->limits.stop));
}

/* Explores everything within a bound. */
static void
explore_within (struct stateless *s, uint64_t bound)
{
  struct stateless_run *run = s->run;
  struct exploration *x = &s->exploration;
  struct stats *stats = &s->result->stats;
  s->begun += executions_now (s);
  stats->executions = stats->blocked = stats->cut = 0;
  s->bound = bound;
  s->cut_short = false;
  exec_rewind (run->exec, 0);     /* the exec may have been used before */
  exploration_init (x, run->exec, run->reduction, run->sleep);
  assert (!run->bound_preemptions || (run->reduction->selection->keeps_preemptions && !x->sleep));
  x->max_preemptions = run->bound_preemptions ? run->max_preemptions : UINT64_MAX;
  x->max_past = bound && !run->reduction->selection->everything ? bound : UINT64_MAX;
  explore (s);
  if (x->broken)
    limits_stop (&s->limits, EXEC_NOT_REPEATABLE);
  assert (s->limits.stop || (s->cut_short && !s->grows) || !x->history.events.count);
  if (stats->threads < x->history.threads.count)
    stats->threads = x->history.threads.count;
  if (!s->limits.stop && (s->grows || !s->cut_short))
    s->covered = bound;
}

static void
conclude (struct stateless *s)
{
  struct result *r = s->result;
  const char *lost = s->run->lost ? s->run->lost (s->run->context) : NULL;
  char text[100];
  if (lost)
    limits_stop (&s->limits, lost);
  if (s->cut_short && !s->limits.stop)
    limits_stop (&s->limits, "longer executions were cut (--max-events)");
  if (s->exploration.bounded)
    limits_stop (&s->limits, "executions with more preemptions were not explored (--preemptions)");
  if (s->grows && s->covered && !r->errors) {
    snprintf (text, sizeof text, "; all of up to %llu events were explored", (unsigned long long) s->covered);
    strncat (r->reason, text, sizeof r->reason - strlen (r->reason) - 1);
  }
  limits_conclude (&s->limits);
}

void
stateless_run (struct stateless_run *run, struct result *result)
{
  struct stateless s = {.run = run, .result = result};
  limits_init (&s.limits, run, result);
  explore_within (&s, run->max_events);
  s.grows = s.cut_short && !s.limits.stop;
  if (s.grows && run->endless && !run->endless (run->context))
    limits_stop (&s.limits, "executions do not end");
  for (uint64_t bound = FIRST_BOUND; s.grows && !s.limits.stop && s.covered < run->max_events; bound += bound / 2) {
    exploration_release (&s.exploration);
    explore_within (&s, bound < run->max_events ? bound : run->max_events);
  }
  conclude (&s);
  exploration_release (&s.exploration);
  VEC_FREE (s.schedule);
  VEC_FREE (s.path);
  mem_free (s.told.seen);
}
