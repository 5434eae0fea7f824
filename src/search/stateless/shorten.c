/* Shortening a finding of a search by executions.
 *
 * Idea. The first execution found is seldom short: an error that occurs in the first iteration of a loop is often found in
 * the last one. After a finding a second search looks for the same failure, with bounds on events that grow from a small
 * one up to the known length; a shorter execution lowers the bound. The search is cut after a number of executions, so that
 * the result is the same on every machine, or after a second.
 * Source. Iterative deepening; the bounds are those of docs/bounds.md.
 * Where we differ. If nothing shorter is found, or the search is cut, the schedule remains that of the witness.
 * Why that is sound. Only the displayed schedule depends on this search, and every schedule was executed again by
 * witness_find. */
#include "search/stateless/shorten.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "search/stateless/witness.h"

enum { EVENTS = 200000, FEWEST = 16, MOST = 2000, MESSAGE = 200 };   /* EVENTS: total number of events, approximately; FEWEST, MOST: number of executions */

struct shorten {
  struct stateless_run run;
  enum finding_kind kind;
  char message[MESSAGE];
  struct schedule best;
  size_t switches;                /* context switches of the best schedule */
};

static size_t
count_switches (const struct stateless_step *steps, size_t n)
{
  size_t switches = 0;
  for (size_t i = 1; i < n; i++)
    switches += steps[i].thread != steps[i - 1].thread;
  return switches;
}

/* Whether this is the same failure, although threads, addresses and sizes may differ: an assertion by its text, a race by
 * its memory, others by the message up to the first number. */
static bool
is_same_failure (const struct shorten *s, const struct exec_failure *f)
{
  size_t n = s->kind == FINDING_ASSERTION ? MESSAGE - 1
             : s->kind == FINDING_DATA_RACE ? strcspn (s->message, ":") : strcspn (s->message, "0123456789");
  return f->kind == s->kind && !strncmp (f->message, s->message, n);
}

static void
keep (struct shorten *s, const struct stateless_step *steps, size_t n)
{
  s->best.count = 0;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (s->best, steps[i]);
  s->switches = count_switches (steps, n);
  s->run.max_events = n;
}

static void
on_found (void *context, const struct exec_failure *failure, const struct stateless_step *steps, size_t n)
{
  struct shorten *s = context;
  if (n && is_same_failure (s, failure)
      && (n < s->best.count || (n == s->best.count && count_switches (steps, n) < s->switches)))
    keep (s, steps, n);
}

static void
search (struct shorten *s, const struct stateless_run *run)
{
  struct result result = {0};
  size_t executions = EVENTS / s->best.count;
  s->run = (struct stateless_run) {
    .exec = run->exec, .reduction = run->reduction, .sleep = run->sleep, .all = true, .max_events = s->best.count,
    .max_executions = executions < FEWEST ? FEWEST : executions > MOST ? MOST : executions,
    .bound_preemptions = run->bound_preemptions, .max_preemptions = run->max_preemptions, .max_seconds = 1,
    .clock = run->clock, .interrupt = run->interrupt, .found = on_found, .context = s,
  };
  stateless_run (&s->run, &result);
}

bool
shorten_witness (const struct stateless_run *run, const struct history *h, bool at_end, struct schedule *schedule)
{
  struct shorten s = {.kind = exec_failure (run->exec)->kind};
  snprintf (s.message, sizeof s.message, "%s", exec_failure (run->exec)->message);
  bool is_loop = s.kind == FINDING_LIVELOCK || s.kind == FINDING_WEAK_MEMORY;
  if (!witness_find (run->exec, h, at_end, schedule))
    return false;
  if (run->all || is_loop || schedule->count < 2)
    return true;
  keep (&s, schedule->data, schedule->count);
  search (&s, run);
  bool repeated = witness_repeat (run->exec, &s.best, at_end);
  assert (s.best.count <= schedule->count);
  if (repeated) {
    schedule->count = 0;
    for (size_t i = 0; i < s.best.count; i++)
      VEC_PUSH (*schedule, s.best.data[i]);
  } else
    repeated = witness_repeat (run->exec, schedule, at_end);
  VEC_FREE (s.best);
  return repeated;
}
