/* Stateless search.
 *
 * Idea. Run an execution to its end; look at the races in it; go back to the
 * deepest state from which something else is to be run, and run that.
 *
 * Source. Godefroid, POPL 1997 (VeriSoft); what is to be run elsewhere is the
 * reduction's business, see src/reduce.
 */

#include "search/stateless.h"

#include <stdio.h>
#include <string.h>

#include "reduce/tidy.h"

#define MESSAGE 200

struct stateless {
  struct stateless_run *run;
  struct result *result;
  struct walk walk;
  VEC (struct stateless_step) schedule;
  double started, told;
  bool stop, cut_short;           /* cut_short: the end of some execution was not reached */
};

static void
stop_because (struct stateless *s, const char *why)
{
  s->stop = true;
  if (!s->result->reason[0])
    snprintf (s->result->reason, sizeof s->result->reason, "%s", why);
}

static void
schedule_fill (struct stateless *s)
{
  s->schedule.count = 0;
  for (size_t i = 0; i < s->walk.history.events.count; i++) {
    const struct event *e = &s->walk.history.events.data[i];
    VEC_PUSH (s->schedule, (struct stateless_step){.thread = e->thread, .alternative = e->alternative});
  }
}

static bool
same_failure (const struct exec_failure *f, enum finding_kind kind, const char *message)
{
  return f->message && f->kind == kind && !strncmp (f->message, message, MESSAGE - 1);
}

/* Executes the schedule from the start. True: it ends as the finding does. */
static bool
repeats_failure (struct stateless *s, enum finding_kind kind, const char *message)
{
  struct exec *e = s->run->exec;
  exec_rewind (e, 0);
  for (size_t i = 0; i < s->schedule.count; i++) {
    struct stateless_step *step = &s->schedule.data[i];
    struct exec_step did = {0};
    if (step->thread >= exec_threads (e) || !exec_enabled (e, step->thread))
      return false;
    enum exec_outcome outcome = exec_step (e, step->thread, step->alternative, &did);
    if (outcome == EXEC_BROKEN)
      return false;
    if (outcome == EXEC_FAILED && i + 1 == s->schedule.count)
      return same_failure (exec_failure (e), kind, message);
  }
  for (thread_id t = 0; t < exec_threads (e); t++)
    if (exec_enabled (e, t))
      return false;
  return exec_end (e) == EXEC_DEADLOCK && same_failure (exec_failure (e), kind, message);
}

/* The schedule that people see: as few changes between threads as can easily
 * be had, and for a failing step only what leads to it. (The other side of a
 * data race is no event: nothing is left out there.) */
static void
schedule_tidy (struct stateless *s, bool at_end, enum finding_kind kind)
{
  const struct history *h = &s->walk.history;
  uint32_t *order = mem_alloc ((h->events.count + 1) * sizeof *order);
  bool whole = at_end || kind == FINDING_DATA_RACE || kind == FINDING_MEMORY;
  size_t n = history_tidy (h, whole ? NONE : (uint32_t) h->events.count - 1, order);
  s->schedule.count = 0;
  for (size_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[order[i]];
    VEC_PUSH (s->schedule, (struct stateless_step){.thread = e->thread, .alternative = e->alternative});
  }
  mem_free (order);
}

/* Every finding is executed again before it is told, in a readable order if
 * that shows it too. */
static void
report (struct stateless *s, bool at_end)
{
  s->result->errors++;
  if (s->run->found) {
    char message[MESSAGE];
    enum finding_kind kind = exec_failure (s->run->exec)->kind;
    snprintf (message, sizeof message, "%s", exec_failure (s->run->exec)->message);
    schedule_tidy (s, at_end, kind);
    bool shown = repeats_failure (s, kind, message);
    if (!shown) {
      schedule_fill (s);
      shown = repeats_failure (s, kind, message);
    }
    if (shown)
      s->run->found (s->run->context, exec_failure (s->run->exec), s->schedule.data, s->schedule.count);
    else
      stop_because (s, "a finding could not be repeated");
    s->walk.known = 0;
    if (s->run->all && !walk_replay (&s->walk, s->walk.history.events.count))
      stop_because (s, "an execution did not repeat itself");
  }
  if (!s->run->all)
    stop_because (s, "the first finding ends the search");
}

static void
take_step (struct stateless *s)
{
  enum exec_outcome outcome = walk_step (&s->walk);
  if (outcome == EXEC_BROKEN) {
    const struct exec_failure *f = exec_failure (s->run->exec);
    stop_because (s, f && f->message ? f->message : "an execution could not go on");
    return;
  }
  uint64_t depth = s->walk.history.events.count;
  s->result->stats.transitions++;
  if (depth > s->result->stats.max_depth)
    s->result->stats.max_depth = depth;
  if (outcome == EXEC_FAILED)
    report (s, false);
}

static bool
too_long (struct stateless *s)
{
  if (!s->run->max_events || s->walk.history.events.count < s->run->max_events || !walk_enabled (&s->walk))
    return false;
  return s->cut_short = true;
}

static void
end_execution (struct stateless *s)
{
  struct stats *stats = &s->result->stats;
  if (walk_enabled (&s->walk)) {
    stats->blocked += !too_long (s);
    return;
  }
  enum exec_end end = exec_end (s->run->exec);
  *(end == EXEC_CUT ? &stats->cut : &stats->executions) += 1;
  if (end == EXEC_DEADLOCK)
    report (s, true);
  if (s->run->complete) {
    schedule_fill (s);
    s->run->complete (s->run->context, end, s->schedule.data, s->schedule.count);
  }
}

static void
tell_progress (struct stateless *s, double now)
{
  const struct stats *stats = &s->result->stats;
  struct stateless_progress p = {
    .executions = stats->executions, .blocked = stats->blocked, .cut = stats->cut, .transitions = stats->transitions,
    .depth = s->walk.history.events.count, .seconds = now - s->started, .share = walk_share (&s->walk),
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
    stop_because (s, "the bound on executions was reached");
  if (!run->clock)
    return;
  double now = run->clock ();
  if (run->max_seconds > 0 && now - s->started >= run->max_seconds)
    stop_because (s, "the time is up");
  if (run->progress && now - s->told >= 0.5)
    tell_progress (s, now);
}

static void
explore (struct stateless *s)
{
  struct walk *w = &s->walk;
  do {
    while (!s->stop && !too_long (s) && walk_choose (w)) {
      take_step (s);
      if (s->result->stats.transitions % 1024 == 0)
        check_bounds (s);
    }
    if (s->stop)
      return;
    end_execution (s);
    walk_plan (w);
  } while (!s->stop && walk_back (w) && (check_bounds (s), !s->stop));
}

static void
conclude (struct stateless *s)
{
  struct result *r = s->result;
  if (s->walk.broken)
    stop_because (s, "an execution did not repeat itself");
  if (s->cut_short)
    stop_because (s, "executions were cut at the bound on events");
  if (s->walk.bounded)
    stop_because (s, "executions with more preemptions were left out");
  r->exhaustive = !s->stop;
  r->verdict = r->errors ? VERDICT_VIOLATION : s->stop ? VERDICT_UNKNOWN : VERDICT_OK;
  if (r->stats.threads < s->walk.history.threads.count)
    r->stats.threads = s->walk.history.threads.count;
  if (s->run->clock)
    r->stats.seconds = s->run->clock () - s->started;
}

void
stateless_run (struct stateless_run *run, struct result *result)
{
  struct stateless s = {.run = run, .result = result};
  if (run->clock)
    s.started = s.told = run->clock ();
  walk_init (&s.walk, run->exec, run->reduction, run->sleep);
  s.walk.max_preemptions = run->bound_preemptions ? run->max_preemptions : NONE;
  s.walk.mutant = run->walk_mutant;
  s.walk.history.mutant = run->history_mutant;
  explore (&s);
  conclude (&s);
  walk_release (&s.walk);
  VEC_FREE (s.schedule);
}
