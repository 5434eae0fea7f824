/* Reversals of races.
 *
 * Idea. After the events that do not depend on e, thread q has the same
 * operation as in the race, for it has seen the same. If that operation can be
 * executed there, the sequence is one that no execution through e is equivalent
 * to.
 *
 * Source. Abdulla, Aronis, Jonsson, Sagonas, POPL 2014 (notdep and initials).
 *
 * Where we differ. They let no thread disable another, then treat locks apart.
 * Here the operation may be blocked after the events (a semaphore that e posted;
 * a waiter that e woke): where neither the operation nor the enabled sets tell,
 * the sequence is executed before it is planned.
 *
 * Why that is sound. A sequence that cannot be executed is no execution that is
 * missed, and no other is given up for it.
 */

#include "reduce/reversal.h"

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
  VEC_FREE (v->first);
  VEC_FREE (v->plan);
  mem_free (v);
}

/* Nothing among the events must come before q's operation. */
static bool
is_clear (const struct walk *w, const struct race *r)
{
  const struct reversal *v = w->reversal;
  const struct history *t = &w->history;
  if (v->first.data[r->thread] != NONE)
    return false;
  if (r->releases != NONE && t->released.data[r->releases].event > r->first)
    return false;
  for (size_t i = 0; i < v->events.count; i++)
    if (ops_dependent (&t->ops, t->events.data[v->events.data[i]].op, v->op))
      return false;
  return true;
}

/* What withdrew q's operation, and if that is to be alone, all that it depends
 * on and q does not know; with what came after those. */
static bool
leave_out (struct walk *w, const struct race *r, const int32_t *base, uint32_t i)
{
  const struct history *t = &w->history;
  struct reversal *v = w->reversal;
  const struct event *e = &t->events.data[i];
  bool out = r->withdrawn && i == r->end;
  if (r->alone && base[e->thread] <= (int32_t) i)
    out |= ops_dependent (&t->ops, e->op, r->op);
  for (size_t k = 0; k < v->left_out.count && !out; k++)
    out = history_before (t, v->left_out.data[k], i);
  if (out)
    VEC_PUSH (v->left_out, i);
  return out;
}

void
reversal_make (struct walk *w, const struct race *r, size_t end)
{
  struct reversal *v = w->reversal;
  const struct history *t = &w->history;
  const int32_t *base = r->alone ? history_base (&w->history, r) : NULL;
  v->events.count = v->left_out.count = 0;
  VEC_RESERVE (v->first, t->threads.count);
  for (size_t i = 0; i < t->threads.count; i++)
    v->first.data[i] = NONE;
  /* The end of the whole program comes after everything, though it touches
   * nothing. Any other last event that touches nothing can be left out as well,
   * unless q's operation follows it. */
  if (end && end == t->events.count && !VEC_LAST (t->events).op && VEC_LAST (t->events).thread != r->thread)
    end--;
  thread_id by = t->events.data[r->first].thread;
  for (uint32_t i = r->first + 1; i < end; i++) {
    const struct event *e = &t->events.data[i];
    if (history_row (t, i)[by] > (int32_t) r->first || leave_out (w, r, base, i))
      continue;
    VEC_PUSH (v->events, i);
    if (v->first.data[e->thread] == NONE)
      v->first.data[e->thread] = i;
  }
  v->op = r->op;
  v->clear = is_clear (w, r);
}

enum possible
reversal_possible (const struct walk *w, const struct race *r)
{
  if (w->reversal->clear)
    return set_has (walk_set (w, r->first, SET_ENABLED), r->thread) ? POSSIBLE : IMPOSSIBLE;
  if (r->sure)
    return POSSIBLE;
  if (w->history.ops.known.data[r->op].waits || r->second == NONE)
    return UNKNOWN;
  /* A read may have been waiting for a write since before e. */
  bool before = w->reversal->first.data[r->thread] == NONE;
  return before && !set_has (walk_set (w, r->first, SET_ENABLED), r->thread) ? UNKNOWN : POSSIBLE;
}

/* Executes the events after the state before e. */
static bool
run_events (struct walk *w, const struct race *r)
{
  const struct reversal *v = w->reversal;
  bool good = walk_replay (w, r->first);
  w->known = r->first;
  w->away = true;
  for (size_t i = 0; i < v->events.count && good; i++) {
    const struct event *e = &w->history.events.data[v->events.data[i]];
    struct exec_step step = {0};
    good = exec_enabled (w->exec, e->thread) && exec_step (w->exec, e->thread, e->alternative, &step) != EXEC_BROKEN;
  }
  w->broken |= !good;
  return good;
}

bool
reversal_try (struct walk *w, const struct race *r)
{
  return run_events (w, r) && exec_enabled (w->exec, r->thread);
}

/* What was learned holds as long as what the operation depends on is the same. */
void
reversal_learn (struct walk *w, struct race *r)
{
  struct reversal *v = w->reversal;
  const struct history *t = &w->history;
  for (size_t i = v->events.count; i-- > 0 && v->events.data[i] >= w->branch && r->learned != NONE;)
    if (ops_dependent (&t->ops, t->events.data[v->events.data[i]].op, r->op))
      r->learned = NONE;
  if (r->learned == NONE && run_events (w, r)) {
    struct exec_step step = {0};
    if (exec_enabled (w->exec, r->thread) && exec_step (w->exec, r->thread, 0, &step) != EXEC_BROKEN)
      r->learned = executed_op (w, r->op, &step);
    else
      w->broken = true;
  }
  if (r->learned == NONE)
    return;
  v->op = r->learned;
  v->clear = is_clear (w, r);
}

bool
reversal_initial (const struct walk *w, const struct race *r, uint32_t event)
{
  return row_last (history_row (&w->history, event), w->history.stride) <= r->first;
}

static void
plan_events (struct walk *w, size_t from, size_t to)
{
  struct reversal *v = w->reversal;
  for (size_t i = from; i < to; i++) {
    const struct event *e = &w->history.events.data[v->events.data[i]];
    VEC_PUSH (v->plan, (struct planned){.thread = e->thread, .op = e->op, .event = v->events.data[i],
                                        .alternative = e->alternatives == 1 ? ANY : e->alternative,
                                        .alternatives = e->alternatives});
  }
}

/* q's step comes as early as it can: before the events that followed it, unless
 * it depends on one of them. */
void
reversal_plan (struct walk *w, const struct race *r, uint32_t alternative, uint32_t alternatives)
{
  struct reversal *v = w->reversal;
  const struct history *t = &w->history;
  size_t place = v->events.count;
  while (place > 0 && v->events.data[place - 1] > r->second
         && !ops_dependent (&t->ops, t->events.data[v->events.data[place - 1]].op, v->op))
    place--;
  v->plan.count = 0;
  plan_events (w, 0, place);
  VEC_PUSH (v->plan, (struct planned){.thread = r->thread, .op = v->op, .event = r->second,
                                      .alternative = alternative, .alternatives = alternatives});
  plan_events (w, place, v->events.count);
}
