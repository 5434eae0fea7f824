/* Two alternating searches, where stored states do not seem to pay.
 *
 * Idea. A state costs many times as much as a step, and is worth it only if it is reached again. After a trial in which no
 * state is reached again, an exploration without stored states begins; it pauses repeatedly, and the search with stored
 * states continues for a while. The verdict is that of the search that finishes first. As soon as states are reached again,
 * or an execution gets long, states are stored to the end.
 * Source. Our own. The pauses are those of stateless.c.
 * Where we differ. A rule that uses only the trial would be wrong where states are first reached again late, by as much as
 * storing them saves; with alternation neither search takes more than a small factor longer than the better one.
 * Why that is sound. Each search covers everything by itself, and the verdict is that of one of them: nothing that one has
 * explored is omitted by the other. Both execute the same program: the exec computes its states in either case. */

#include "search/stateless/stateful_parts.h"

#include <assert.h>
#include <stdio.h>

enum {
  TRIAL_RUN = 16,                 /* a trial has at least one run for each so many transitions */
  SHARE = 64,                     /* transitions of the search without states for each one of the other: a state costs about ten steps */
  PAYS = 32                       /* storing pays if one of so many transitions leads to a known state */
};

struct turns {
  struct stateful *stored;
  struct stateless_run run;       /* the search without stored states */
  struct result result;
  bool is_done;                   /* the search with stored states has explored everything, or reached a bound */
};

/* Whether a finding was reported, so that the other search need not report it. */
static bool
is_decided (const struct stateful *s)
{
  const struct stats *stats = &s->result->stats;
  return stats->revisits * PAYS >= stats->transitions || s->result->errors;
}

/* The number of executions at the next pause: estimated so that the search without states has then made SHARE times the
 * steps of one turn of the other. */
static uint64_t
next_pause (const struct turns *t)
{
  const struct stats *s = &t->result.stats;
  uint64_t executions = s->executions + s->blocked + s->cut, steps = SHARE * t->stored->run->trial;
  return executions + 1 + (s->transitions ? executions * steps / s->transitions : 0);
}

/* Restarts from the initial state after the other search has used the exec. */
static void
begin_again (struct stateful *s)
{
  s->path.count = 0;
  exec_rewind (s->run->exec, 0);
}

static bool
take_turn (void *context)
{
  struct turns *t = context;
  struct stateful *s = t->stored;
  begin_again (s);
  t->is_done = stateful_explore (s, s->result->stats.transitions + s->run->trial, 0);
  t->run.pause_after = next_pause (t);
  return !t->is_done && !is_decided (s);
}

/* Called for an execution that is much longer than all others: it may not end. */
static bool
give_up (void *context)
{
  (void) context;
  return false;
}

/* Takes the verdict of the other search, and adds up the statistics. */
static void
take_result (struct stateful *s, const struct result *r)
{
  struct result *out = s->result;
  out->stats.executions = r->stats.executions;
  out->stats.blocked = r->stats.blocked;
  out->stats.cut = r->stats.cut;
  out->verdict = r->verdict;
  out->exhaustive = r->exhaustive;
  snprintf (out->reason, sizeof out->reason, "%s", r->reason);
}

static void
explore_without (struct turns *t)
{
  const struct stateful *s = t->stored;
  uint64_t longest = s->run->trial + 4 * s->result->stats.max_depth;
  double passed = s->run->clock ? s->run->clock () - s->limits.started : 0;
  t->run = *s->run;
  if (!t->run.max_events || t->run.max_events > longest)
    t->run.max_events = longest;
  if (t->run.max_seconds > passed)
    t->run.max_seconds -= passed;
  t->run.sleep = true;
  t->run.endless = give_up;
  t->run.pause = take_turn;
  t->run.pause_context = t;
  t->run.pause_after = SHARE * s->result->stats.runs;
  stateless_run (&t->run, &t->result);
}

bool
stateful_with_turns (struct stateful *s)
{
  struct turns t = {.stored = s};
  bool may_leave = s->run->trial && !s->run->max_executions && !s->run->bound_preemptions;
  uint64_t trial = may_leave ? s->run->trial : UINT64_MAX;
  t.is_done = stateful_explore (s, trial, trial / TRIAL_RUN);
  if (!t.is_done && !is_decided (s))
    explore_without (&t);
  s->result->stats.transitions += t.result.stats.transitions;
  s->result->errors += t.result.errors;
  if (s->result->stats.max_depth < t.result.stats.max_depth)
    s->result->stats.max_depth = t.result.stats.max_depth;
  bool answered = t.result.exhaustive || (t.result.errors && !s->run->all);
  assert (!answered || !t.is_done);
  if (answered)
    take_result (s, &t.result);
  else if (!t.is_done) {
    if (t.run.exec)
      begin_again (s);
    stateful_explore (s, UINT64_MAX, 0);
  }
  return answered;
}
