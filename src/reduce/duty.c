/* Duties: who must not go on before whom (struct duty). */

#include "reduce/parsimonious.h"

/* The duties of the last node, from those of the node before. A waker that is
 * released knows more than it did when the duty was made: that is another
 * overtaking. So is one that turns out to do something else. */
void
duties_follow (struct walk *w, struct parsimonious *p)
{
  const struct history *h = &w->history;
  if (!p->parts.count)
    VEC_PUSH (p->parts, (struct part){0});
  if (p->parts.count > h->events.count)
    return;
  struct part before = VEC_LAST (p->parts), now = {.first = (uint32_t) p->duties.count};
  uint32_t i = (uint32_t) p->parts.count - 1;
  const struct event *e = &h->events.data[i];
  for (uint32_t k = 0; k < before.count; k++) {
    struct duty d = p->duties.data[before.first + k];
    if (e->thread == d.sleeper)
      continue;
    for (size_t r = e->released; r < h->released.count && d.fired == NONE; r++)
      p->vain |= h->released.data[r].thread == d.waker;
    if (e->thread == d.waker && d.fired == NONE) {
      d.fired = i;
      p->vain |= !ops_dependent (&h->ops, e->op, d.op);
    }
    VEC_PUSH (p->duties, d);
    now.count++;
  }
  VEC_PUSH (p->parts, now);
}

/* Would the operation come after the event? */
static bool
comes_after (const struct history *h, const int32_t *base, op_id op, uint32_t event, uint32_t upto)
{
  if (base[h->events.data[event].thread] > (int32_t) event)
    return true;
  for (uint32_t i = event; i < h->events.count; i++)
    if ((i < upto || base[h->events.data[i].thread] > (int32_t) i) && ops_dependent (&h->ops, h->events.data[i].op, op)
        && (i == event || history_before (h, event, i)))
      return true;
  return false;
}

bool
duty_comes_later (const struct history *h, const struct duty *d, const int32_t *base, op_id op, uint32_t upto)
{
  for (uint32_t i = d->since; i < h->events.count; i++)
    if ((i < upto || base[h->events.data[i].thread] > (int32_t) i) && ops_dependent (&h->ops, h->events.data[i].op, d->op)
        && comes_after (h, base, op, i, upto))
      return true;
  return false;
}

bool
comes_later_now (struct walk *w, const struct duty *d, thread_id t, op_id op)
{
  const struct history *h = &w->history;
  const int32_t *base = row_base (w, t, h->threads.data[t].last, h->threads.data[t].releases);
  return duty_comes_later (h, d, base, op, (uint32_t) h->events.count);
}

/* What the thread's step touches, if it is taken now. */
op_id
op_now (struct walk *w, thread_id t)
{
  const struct op *next = exec_next (w->exec, t);
  if (!next)
    return 0;
  op_id op = ops_intern (&w->history.ops, next);
  if (!next->conditional || !exec_enabled (w->exec, t) || exec_alternatives (w->exec, t) > 1)
    return op;
  struct exec_step step = {0};
  if (exec_step (w->exec, t, 0, &step) == EXEC_BROKEN)
    w->broken = true;
  else
    op = executed_op (w, op, &step);
  exec_rewind (w->exec, w->history.events.count);
  return op;
}

/* A duty that concerns thread t keeps its step from being taken now. A step that a waker
 * needs is taken nevertheless, if it need not come before the other's event. */
static bool
keeps (struct walk *w, const struct duty *d, thread_id t, op_id op, bool needed)
{
  if (!ops_dependent (&w->history.ops, op, d->op))
    return false;
  if (d->fired != NONE)
    return !comes_later_now (w, d, t, op);
  if (!needed || ops_dependent (&w->history.ops, op, op_now (w, d->waker)))
    return true;
  return t < d->waker && !comes_later_now (w, d, t, op);
}

static op_id
announced_now (struct walk *w, const struct parsimonious *p, thread_id t)
{
  if (p->seen == w->history.events.count)
    return p->upcoming.data[t].op;
  const struct op *next = exec_next (w->exec, t);
  return next ? ops_intern (&w->history.ops, next) : 0;
}

bool
duties_allow (struct walk *w, const struct parsimonious *p, thread_id t, bool needed)
{
  struct part m = VEC_LAST (p->parts);
  if (!m.count || w->mutant == WALK_NO_DUTIES)
    return true;
  op_id announced = NONE, op = NONE;
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired == NONE && t == d->sleeper)
      return false;
    if (announced == NONE)
      announced = announced_now (w, p, t);
    if (!duty_concerns (d, d->fired, t) || !ops_dependent (&w->history.ops, announced, d->op))
      continue;                   /* nor is what it turns out to be */
    op = op == NONE ? op_now (w, t) : op;
    if (keeps (w, d, t, op, needed))
      return false;
  }
  return true;
}
