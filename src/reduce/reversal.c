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
  VEC_FREE (v->first);
  VEC_FREE (v->plan);
  mem_free (v);
}

void
reversal_make (struct walk *w, const struct race *r, size_t end)
{
  struct reversal *v = w->reversal;
  const struct history *t = &w->history;
  v->events.count = 0;
  v->clear = true;
  VEC_RESERVE (v->first, t->threads.count);
  for (size_t i = 0; i < t->threads.count; i++)
    v->first.data[i] = NONE;
  /* The end of the whole program comes after everything, though it touches nothing. */
  if (end && end == t->events.count && !VEC_LAST (t->events).op)
    end--;
  thread_id by = t->events.data[r->first].thread;
  for (uint32_t i = r->first + 1; i < end; i++) {
    const struct event *e = &t->events.data[i];
    if (history_row (t, i)[by] > (int32_t) r->first)
      continue;
    VEC_PUSH (v->events, i);
    if (v->first.data[e->thread] == NONE)
      v->first.data[e->thread] = i;
    if (v->clear)
      v->clear = e->thread != r->thread && !ops_dependent (&t->ops, e->op, r->op);
  }
}

enum possible
reversal_possible (const struct walk *w, const struct race *r)
{
  if (w->reversal->clear)
    return set_has (walk_set (w, r->first, SET_ENABLED), r->thread) ? POSSIBLE : IMPOSSIBLE;
  if (r->sure)
    return POSSIBLE;
  if (w->exec->class->guards || w->history.ops.known.data[r->op].waits || r->second == NONE)
    return UNKNOWN;
  /* A read may have been waiting for a write since before e. */
  bool before = w->reversal->first.data[r->thread] == NONE;
  return before && !set_has (walk_set (w, r->first, SET_ENABLED), r->thread) ? UNKNOWN : POSSIBLE;
}

bool
reversal_try (struct walk *w, const struct race *r)
{
  const struct reversal *v = w->reversal;
  if (!walk_replay (w, r->first)) {
    w->broken = true;
    return false;
  }
  w->known = r->first;
  w->away = true;
  for (size_t i = 0; i < v->events.count; i++) {
    const struct event *e = &w->history.events.data[v->events.data[i]];
    struct exec_step step = {0};
    if (!exec_enabled (w->exec, e->thread) || exec_step (w->exec, e->thread, e->alternative, &step) == EXEC_BROKEN) {
      w->broken = true;
      return false;
    }
  }
  return exec_enabled (w->exec, r->thread);
}

bool
reversal_initial (const struct walk *w, const struct race *r, uint32_t event)
{
  const int32_t *row = history_row (&w->history, event);
  int32_t last = 0;
  for (size_t i = 0; i < w->history.stride; i++)
    last = row[i] > last ? row[i] : last;
  return last <= (int32_t) r->first;
}

void
reversal_plan (struct walk *w, const struct race *r)
{
  struct reversal *v = w->reversal;
  v->plan.count = 0;
  for (size_t i = 0; i < v->events.count; i++) {
    const struct event *e = &w->history.events.data[v->events.data[i]];
    VEC_PUSH (v->plan, (struct planned){.thread = e->thread, .op = e->op,
                                        .alternative = e->alternatives == 1 ? ANY : e->alternative});
  }
  VEC_PUSH (v->plan, (struct planned){.thread = r->thread, .alternative = ANY, .op = r->op});
}
