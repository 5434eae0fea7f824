/* Reversals of races.
 *
 * Idea. After the events that do not depend on e, thread q has the same operation as in the race, because it has observed
 * the same. If that operation can be executed there, the sequence is one that is equivalent to no execution through e.
 *
 * Source. P. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014 (notdep and
 * initials).
 *
 * Where we differ. They assume that no thread disables another, and treat locks separately. Here the operation may be
 * blocked after the events (a semaphore that e posted; a waiter that e woke): if neither the operation nor the enabled sets
 * decide, the sequence is executed before it is planned. If the operation is blocked, less is tried: without the readers
 * that hold a lock to the end (but with those that release it: they commute with each other, so no earlier event of the
 * lock stands for them), then also without the last event that may block it, the last two, and so on.
 *
 * Why that is sound. A sequence that cannot be executed is not a missing execution, and no other one is dropped because of
 * it. That enough is tried: docs/optimal.md. */

#include "reduce/dynamic/reversal.h"

#include <assert.h>

struct reversal *
reversal_new (void)
{
  return mem_zalloc (sizeof (struct reversal));
}

void
reversal_free (struct reversal *v)
{
  VEC_FREE (v->events);
  VEC_FREE (v->left_out);
  VEC_FREE (v->holders);
  VEC_FREE (v->first);
  VEC_FREE (v->plan);
  mem_free (v);
}

/* Whether none of the events must come before q's operation. */
static bool
is_clear (const struct exploration *x, const struct race *r)
{
  const struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  if (v->first.data[r->thread] != NONE)
    return false;
  if (r->releases != NONE && t->released.data[r->releases].event > r->first)
    return false;
  for (size_t i = 0; i < v->events.count; i++)
    if (ops_dependent (&t->ops, t->events.data[v->events.data[i]].op, v->op))
      return false;
  return true;
}

/* Whether event i is left out: it withdrew q's operation, holds what that operation locks, or is cut and does not happen
 * before q's operation; or it depends on such an event. */
static bool
leave_out (struct exploration *x, const struct race *r, const int32_t *thread_clock, uint32_t i)
{
  const struct history *t = &x->history;
  struct reversal *v = x->reversal;
  const struct event *e = &t->events.data[i];
  assert (i > r->first && (!r->trimmed || thread_clock));
  bool out = r->withdrawn && i == r->end;
  if (i >= r->cut && thread_clock[e->thread] <= (int32_t) i)
    out |= ops_blocks (&t->ops, e->op, r->op);
  for (size_t k = 0; k < v->holders.count; k++)
    out |= v->holders.data[k] == i;
  for (size_t k = 0; k < v->left_out.count && !out; k++)
    out = history_before (t, v->left_out.data[k], i);
  if (out)
    VEC_PUSH (v->left_out, i);
  return out;
}

/* Collects the events before number `end`, without those that are left out. */
static void
make_events (struct exploration *x, const struct race *r, size_t end)
{
  struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  assert (r->first < end && end <= t->events.count);
  const int32_t *thread_clock = r->trimmed ? history_clock_before (&x->history, r) : NULL;
  v->events.count = v->left_out.count = 0;
  VEC_RESERVE (v->first, t->threads.count);
  for (size_t i = 0; i < t->threads.count; i++)
    v->first.data[i] = NONE;
  /* The end of the program comes after everything, although it accesses nothing. Any other last event that accesses nothing
   * can be left out as well, unless q's operation follows it. */
  if (end && end == t->events.count && !VEC_LAST (t->events).op && VEC_LAST (t->events).thread != r->thread)
    end--;
  thread_id by = t->events.data[r->first].thread;
  bool whole = !r->withdrawn && r->cut == NONE && !v->holders.count;   /* no event is left out */
  VEC_RESERVE (v->events, end - r->first);
  for (uint32_t i = r->first + 1; i < end; i++) {
    const struct event *e = &t->events.data[i];
    if (history_clock (t, i)[by] > (int32_t) r->first || (!whole && leave_out (x, r, thread_clock, i)))
      continue;
    v->events.data[v->events.count++] = i;
    if (v->first.data[e->thread] == NONE)
      v->first.data[e->thread] = i;
  }
  assert (v->events.count + v->left_out.count < t->events.count - r->first);
}

/* An event that locks in shared mode what q's operation locks, is not released in the reversal, and does not happen before
 * q's operation; or NONE. */
static uint32_t
find_holder (struct exploration *x, const struct race *r)
{
  const struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  const int32_t *thread_clock = history_clock_before (&x->history, r);
  for (size_t i = 0; i < v->events.count; i++) {
    const struct event *e = &t->events.data[v->events.data[i]];
    int held = ops_shares (&t->ops, e->op, r->op);
    for (size_t k = i + 1; k < v->events.count && held > 0; k++)
      if (t->events.data[v->events.data[k]].thread == e->thread)
        held += ops_shares (&t->ops, t->events.data[v->events.data[k]].op, r->op);
    if (held > 0 && thread_clock[e->thread] <= (int32_t) v->events.data[i])
      return v->events.data[i];
  }
  return NONE;
}

void
reversal_make (struct exploration *x, const struct race *r, size_t end)
{
  struct reversal *v = x->reversal;
  v->holders.count = 0;
  make_events (x, r, end);
  if (r->trimmed)
    for (uint32_t holder; (holder = find_holder (x, r)) != NONE; make_events (x, r, end))
      VEC_PUSH (v->holders, holder);
  v->op = r->op;
  v->clear = is_clear (x, r);
}

/* A later event is needed if the operation may depend on it, or on an event that comes after it. */
static bool
is_needed (const struct exploration *x, const struct race *r, size_t k)
{
  const struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  for (size_t i = k; i < v->events.count; i++)
    if (ops_dependent (&t->ops, t->events.data[v->events.data[i]].op, r->op)
        && (i == k || history_before (t, v->events.data[k], v->events.data[i])))
      return true;
  return false;
}

void
reversal_narrow (struct exploration *x, const struct race *r)
{
  struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  size_t kept = 0;
  assert (r->second != NONE);
  for (size_t i = 0; i < t->threads.count; i++)
    v->first.data[i] = NONE;
  for (size_t k = 0; k < v->events.count; k++) {
    uint32_t e = v->events.data[k];
    if (e > r->second && !is_needed (x, r, k))
      continue;
    if (v->first.data[t->events.data[e].thread] == NONE)
      v->first.data[t->events.data[e].thread] = e;
    v->events.data[kept++] = e;
  }
  v->events.count = kept;
  v->clear = is_clear (x, r);
}

/* Cuts one more event. The events that may block an operation on one object are totally ordered, so the events that must
 * come before it are never cut before those that must not. */
bool
reversal_cut (struct exploration *x, struct race *r)
{
  const struct history *t = &x->history;
  const int32_t *thread_clock = history_clock_before (&x->history, r);
  uint32_t end = r->cut == NONE ? (uint32_t) t->events.count : r->cut;
  for (uint32_t i = end; i-- > r->first + 1;) {
    const struct event *e = &t->events.data[i];
    if (thread_clock[e->thread] <= (int32_t) i && !history_before (t, r->first, i) && ops_blocks (&t->ops, e->op, r->op)) {
      r->cut = i;
      return true;
    }
  }
  return false;
}

enum possible
reversal_possible (const struct exploration *x, const struct race *r)
{
  assert (x->reversal->op == r->op);
  if (x->reversal->clear)
    return bits_has (exploration_set (x, r->first, SET_ENABLED), r->thread) ? POSSIBLE : IMPOSSIBLE;
  if (r->sure)
    return POSSIBLE;
  if (x->history.ops.known.data[r->op].waits || r->second == NONE)
    return UNKNOWN;
  /* a read may have been waiting for a write since before e */
  bool before = x->reversal->first.data[r->thread] == NONE;
  return before && !bits_has (exploration_set (x, r->first, SET_ENABLED), r->thread) ? UNKNOWN : POSSIBLE;
}

/* Executes the events of the reversal from the state before e. */
static bool
run_events (struct exploration *x, const struct race *r)
{
  const struct reversal *v = x->reversal;
  assert (r->first < x->history.events.count);
  bool good = exploration_replay (x, r->first);
  x->synced = r->first;
  x->away = true;
  for (size_t i = 0; i < v->events.count && good; i++) {
    const struct event *e = &x->history.events.data[v->events.data[i]];
    struct exec_step step = {0};
    good = exec_enabled (x->exec, e->thread) && exec_step (x->exec, e->thread, e->alternative, &step) != EXEC_BROKEN;
  }
  assert (x->away && x->synced == r->first);
  x->broken |= !good;
  return good;
}

bool
reversal_try (struct exploration *x, const struct race *r)
{
  return run_events (x, r) && exec_enabled (x->exec, r->thread);
}

/* Records what a conditional operation does in the reversal. The result is valid while the events that it depends on are
 * the same. */
void
reversal_learn (struct exploration *x, struct race *r)
{
  struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  assert (t->ops.known.data[r->op].conditional);
  for (size_t i = v->events.count; i-- > 0 && v->events.data[i] >= x->branch && r->learned != NONE;)
    if (ops_dependent (&t->ops, t->events.data[v->events.data[i]].op, r->op))
      r->learned = NONE;
  if (r->learned == NONE && run_events (x, r)) {
    struct exec_step step = {0};
    if (exec_enabled (x->exec, r->thread) && exec_step (x->exec, r->thread, 0, &step) != EXEC_BROKEN)
      r->learned = executed_op (x, r->op, &step);
    else
      x->broken = true;
  }
  if (r->learned == NONE)
    return;
  v->op = r->learned;
  v->clear = is_clear (x, r);
}

bool
reversal_initial (const struct exploration *x, const struct race *r, uint32_t event)
{
  assert (event > r->first && event < x->history.events.count);
  return clock_last (history_clock (&x->history, event), x->history.stride) <= r->first;
}

static void
plan_events (struct exploration *x, size_t from, size_t to)
{
  struct reversal *v = x->reversal;
  for (size_t i = from; i < to; i++) {
    const struct event *e = &x->history.events.data[v->events.data[i]];
    VEC_PUSH (v->plan, (struct wakeup_step){.thread = e->thread, .op = e->op, .event = v->events.data[i],
                                        .alternative = e->alternatives == 1 ? ANY : e->alternative,
                                        .alternatives = e->alternatives});
  }
}

/* Fills the plan. q's step is placed as early as possible: before the events that follow it, unless it depends on one of
 * them. */
void
reversal_plan (struct exploration *x, const struct race *r, uint32_t alternative, uint32_t alternatives)
{
  struct reversal *v = x->reversal;
  const struct history *t = &x->history;
  size_t place = v->events.count;
  while (place > 0 && v->events.data[place - 1] > r->second
         && !ops_dependent (&t->ops, t->events.data[v->events.data[place - 1]].op, v->op))
    place--;
  v->plan.count = 0;
  plan_events (x, 0, place);
  assert (place <= v->events.count);
  VEC_PUSH (v->plan, (struct wakeup_step){.thread = r->thread, .op = v->op, .event = r->second,
                                      .alternative = alternative, .alternatives = alternatives});
  plan_events (x, place, v->events.count);
}
