/* Parsimonious reduction: one execution per Mazurkiewicz trace, in memory that
 * does not grow with their number.
 *
 * Idea. Every run but the first is made from exactly one other run, its parent,
 * by letting one operation overtake one event; and whether a run is the parent
 * can be told from the run alone. So nothing is remembered of what was explored:
 * the runs in progress are a chain from the first to the present one, each with
 * the overtakings that are left of it.
 *
 * From a state C, in which x is the natural step, the maximal traces that
 * contain C are of two kinds: those with x, and those where something that
 * depends on x comes before it. Of the latter take the first such events, no
 * other such event before them, and of these the one of the lowest thread: f, of
 * thread q. Then (x, f) is the overtaking, and what the trace has of C, of all
 * that q knew before f, and the duty that f comes first (struct duty) is the
 * state from which it goes on. The parent is the run that goes on naturally from
 * C, with what q knew, and x.
 *
 * Source. The aims, races reversed at once and each once, no wakeup trees and
 * no sleep sets, are those of Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious
 * Optimal DPOR (CAV 2024). That a run is made from the one in which all that is
 * deleted was added in the standard way is from Kokologiannakis, Marmanis,
 * Gladstein, Vafeiadis, Truly Stateless, Optimal DPOR (POPL 2022); to search
 * backwards along such a relation from Avis and Fukuda, Reverse Search for
 * Enumeration (1996).
 *
 * Where we differ. The algorithm is our own. Operations may block, be withdrawn,
 * have alternatives and go by values, and any two may depend on each other.
 * Other alternatives of a natural step are turns as well, made from the first
 * run through that step.
 *
 * Why that is sound. Each maximal trace has one sequence of natural steps and
 * turns that leads to it, for in each state the two kinds exclude each other,
 * and so do the choices of f: another first event of F would be of a lower
 * thread, or before f. The turn is found in the parent, in which q's operation
 * is still to be seen after x; and the parent is explored: it contains x, so
 * its own sequence is that of the trace up to C, then x; and the same argument
 * applies after it, where what q knew has one turn less to be reached by.
 * A waker that never becomes enabled, or is woken by others, makes a run in
 * vain; it is not counted, but it may be a parent like any other.
 */

#include "reduce/parsimonious.h"

#include <string.h>

static struct parsimonious *
state (struct walk *w)
{
  if (!w->own) {
    struct parsimonious *p = mem_zalloc (sizeof *p);
    p->seen = NONE;
    w->own = p;
  }
  return w->own;
}

static void
parsimonious_release (struct walk *w)
{
  struct parsimonious *p = w->own;
  if (!p)
    return;
  VEC_FREE (p->duties);
  VEC_FREE (p->parts);
  VEC_FREE (p->pinned);
  VEC_FREE (p->knows);
  VEC_FREE (p->turns);
  VEC_FREE (p->upcoming);
  VEC_FREE (p->steps);
  VEC_FREE (p->saved);
  VEC_FREE (p->children);
  VEC_FREE (p->frames);
  VEC_FREE (p->order);
  VEC_FREE (p->start);
  VEC_FREE (p->list);
  VEC_FREE (p->pending);
  VEC_FREE (p->beyond);
  VEC_FREE (p->touches);
  VEC_FREE (p->places);
  VEC_FREE (p->met);
  VEC_FREE (p->base);
  VEC_FREE (p->thoughts);
  VEC_FREE (p->fired);
  mem_free (p);
}

/* The duties of the last node, from those of the node before. A waker that is
 * released knows more than it did when the duty was made: that is another
 * overtaking. So is one that turns out to do something else. */
static void
follow (struct walk *w, struct parsimonious *p)
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

/* Would an operation of thread t, executed now, come after the event? */
static bool
comes_after (const struct walk *w, thread_id t, op_id op, uint32_t event)
{
  const struct history *h = &w->history;
  const struct thread_state *s = &h->threads.data[t];
  if (s->last != NONE && (s->last == event || (s->last > event && history_before (h, event, s->last))))
    return true;
  for (uint32_t r = s->releases; r != NONE; r = h->released.data[r].before) {
    uint32_t e = h->released.data[r].event;
    if (e == event || (e > event && history_before (h, event, e)))
      return true;
  }
  for (uint32_t i = event; i < h->events.count; i++)
    if (ops_dependent (&h->ops, h->events.data[i].op, op) && (i == event || history_before (h, event, i)))
      return true;
  return false;
}

/* It would come after an event that depends on what the sleeper is about to do. */
static bool
comes_later (const struct walk *w, const struct duty *d, thread_id t, op_id op)
{
  const struct history *h = &w->history;
  for (uint32_t i = d->since; i < h->events.count; i++)
    if (ops_dependent (&h->ops, h->events.data[i].op, d->op) && comes_after (w, t, op, i))
      return true;
  return false;
}

/* What the thread's step touches, if it is taken now. */
static op_id
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

/* A duty keeps a step of thread t from being taken now. A step that a waker
 * needs is taken nevertheless, if it need not come before the other's event. */
static bool
keeps (struct walk *w, const struct duty *d, thread_id t, op_id op, bool needed)
{
  bool touches = ops_dependent (&w->history.ops, op, d->op);
  if (d->fired != NONE)
    return touches && t < d->waker && t != d->sleeper && !comes_later (w, d, t, op);
  if (t == d->sleeper)
    return true;
  if (t == d->waker || !touches)
    return false;
  if (!needed || ops_dependent (&w->history.ops, op, op_now (w, d->waker)))
    return true;
  return t < d->waker && !comes_later (w, d, t, op);
}

static bool
allowed (struct walk *w, const struct parsimonious *p, thread_id t, bool needed)
{
  struct part m = VEC_LAST (p->parts);
  if (!m.count || w->mutant == WALK_NO_DUTIES)
    return true;
  op_id op = op_now (w, t);
  for (uint32_t i = 0; i < m.count; i++)
    if (keeps (w, &p->duties.data[m.first + i], t, op, needed))
      return false;
  return true;
}

/* The operations of all threads; the last event changed few of them. */
static void
look_around (struct walk *w, struct parsimonious *p)
{
  struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count;
  bool next = n && p->seen == n - 1;
  const struct event *e = next ? &h->events.data[n - 1] : NULL;
  while (p->upcoming.count < h->threads.count)
    VEC_PUSH (p->upcoming, (struct upcoming){0});
  for (size_t r = next ? e->released : h->released.count; r < h->released.count; r++)
    p->upcoming.data[h->released.data[r].thread].known = false;
  for (thread_id t = 0; t < h->threads.count; t++) {
    struct upcoming *u = &p->upcoming.data[t];
    if (u->known && next && t != e->thread && u->op != NONE
        && (h->ops.known.data[u->op].waits || !ops_dependent (&h->ops, u->op, e->op)))
      continue;
    const struct op *op = exec_next (w->exec, t);
    *u = (struct upcoming){.op = op ? ops_intern (&h->ops, op) : NONE, .known = true};
  }
  p->seen = n;
}

/* Another thread is about to do what depends on what t is about to do. */
static bool
contended (const struct walk *w, const struct parsimonious *p, thread_id t)
{
  op_id op = p->upcoming.data[t].op;
  for (thread_id u = 0; u < w->history.threads.count; u++)
    if (u != t && p->upcoming.data[u].op != NONE && op_meets (&w->history.ops, op, p->upcoming.data[u].op))
      return true;
  return false;
}

/* The natural step is that of a waker that is waited for; or else one that
 * touches nothing; or one that is not contended, so that what is to be overtaken
 * comes late and little is to be run again; or any. Of equals the lowest
 * thread's. The same rule is in natural.c. */
static thread_id
natural_next (struct walk *w, struct parsimonious *p)
{
  const uint64_t *enabled = walk_set (w, w->history.events.count, SET_ENABLED);
  size_t threads = w->history.threads.count;
  struct part m = VEC_LAST (p->parts);
  thread_id any = NONE;
  for (uint32_t i = m.count; i-- > 0;) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired == NONE && set_has (enabled, d->waker) && allowed (w, p, d->waker, false))
      return d->waker;
  }
  for (thread_id t = 0; t < threads; t++)
    if (!p->upcoming.data[t].op && set_has (enabled, t) && allowed (w, p, t, false))
      return t;
  for (thread_id t = 0; t < threads; t++) {
    if (!set_has (enabled, t) || !allowed (w, p, t, false))
      continue;
    if (!contended (w, p, t))
      return t;
    any = any == NONE ? t : any;
  }
  return any;
}

static bool
parsimonious_next (struct walk *w)
{
  struct parsimonious *p = state (w);
  struct node *n = walk_top (w);
  follow (w, p);
  if (n->started || p->vain)
    return false;
  look_around (w, p);
  n->thread = natural_next (w, p);
  n->alternative = 0;
  return n->thread != NONE;
}

/* A waker that was to go first has not. */
static bool
parsimonious_vain (struct walk *w)
{
  struct parsimonious *p = state (w);
  follow (w, p);
  struct part m = VEC_LAST (p->parts);
  bool vain = p->vain;
  for (uint32_t i = 0; i < m.count; i++)
    vain |= p->duties.data[m.first + i].fired == NONE;
  return vain;
}

static void
parsimonious_plan (struct walk *w)
{
  struct parsimonious *p = state (w);
  follow (w, p);
  if (!p->vain)
    overtake_plan (w, p);
}

/* ---- the next run ---- */

static void
turn_take (struct parsimonious *p, struct turn t)
{
  VEC_PUSH (p->turns, t);
  if (!t.overtakes)
    return;
  VEC_PUSH (p->duties, t.duty);
  VEC_LAST (p->parts).count++;
}

/* Back to the first `depth` events and so many turns. */
static void
cut (struct walk *w, struct parsimonious *p, uint32_t depth, uint32_t turns)
{
  history_pop (&w->history, depth);
  w->nodes.count = depth + 1;
  w->nodes.data[depth].started = w->nodes.data[depth].chosen = false;
  w->away = true;
  p->seen = NONE;
  if (p->pinned.count > depth)
    p->pinned.count = p->knows.count = depth;
  while (p->turns.count > turns) {
    struct turn t = VEC_POP (p->turns);
    p->parts.data[depth].count -= t.node == depth && t.overtakes;
  }
  p->parts.count = depth + 1;
  p->duties.count = p->parts.data[depth].first + p->parts.data[depth].count;
}

static bool
turn_equal (const struct turn *a, const struct turn *b)
{
  return a->keep == b->keep && a->node == b->node && a->overtakes == b->overtakes && a->duty.sleeper == b->duty.sleeper
         && a->duty.waker == b->duty.waker;
}

/* How much of the present run the child begins with, events and turns. */
static uint32_t
in_common (const struct walk *w, const struct parsimonious *p, const struct frame *f, uint32_t keep, uint32_t *turns)
{
  const struct run_step *run = p->steps.data + f->first;
  const struct turn *saved = p->saved.data + f->turn;
  uint32_t same = 0, i = 0;
  while (same < w->history.events.count && same < keep) {
    const struct event *e = &w->history.events.data[same];
    if (run[same].thread != e->thread || run[same].alternative != e->alternative || run[same].pinned != p->pinned.data[same])
      break;
    same++;
  }
  while (i < p->turns.count && i < f->turns && turn_equal (&p->turns.data[i], &saved[i]))
    i++;
  if (i < p->turns.count && p->turns.data[i].keep < same)
    same = p->turns.data[i].keep;
  if (i < f->turns && saved[i].keep < same)
    same = saved[i].keep;
  while (i && saved[i - 1].node > same)
    i--;
  *turns = i;
  return same;
}

/* So much is known of the event from its beginning. */
static void
pin (struct parsimonious *p, size_t event, bool pinned)
{
  while (p->pinned.count <= event) {
    VEC_PUSH (p->pinned, false);
    VEC_PUSH (p->knows, NONE);
  }
  p->pinned.data[event] = pinned;
}

/* A step that was taken in an earlier run, so that what comes of it is known. */
static bool
force (struct walk *w, struct parsimonious *p, struct run_step s)
{
  struct node *n = walk_top (w);
  if ((w->away && !walk_replay (w, w->history.events.count)) || !exec_enabled (w->exec, s.thread))
    return !(w->broken = true);
  n->thread = s.thread;
  n->alternative = s.alternative;
  n->alternatives = exec_alternatives (w->exec, s.thread);
  n->started = true;
  if (walk_step (w) == EXEC_BROKEN)
    return !(w->broken = true);
  pin (p, w->history.events.count - 1, s.pinned);
  follow (w, p);
  return true;
}

/* Could not be told before: what a conditional operation of the waker does, and
 * whether it may do so before what other duties ask for. */
static bool
overtakes_now (struct walk *w, const struct parsimonious *p, const struct duty *duty)
{
  const struct op *next = exec_next (w->exec, duty->waker);
  if (!next || !next->conditional)
    return next;
  op_id op = op_now (w, duty->waker);
  struct part m = VEC_LAST (p->parts);
  if (!ops_dependent (&w->history.ops, op, duty->op))
    return false;
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (!ops_dependent (&w->history.ops, op, d->op))
      continue;
    if (d->fired == NONE && duty->sleeper == d->waker)
      return false;
    if (d->fired != NONE && duty->sleeper == d->sleeper && duty->waker < d->waker && !comes_later (w, d, duty->waker, op))
      return false;
  }
  return true;
}

/* The other alternative is the next step to be taken. */
static void
alternative_begin (struct walk *w, struct parsimonious *p, struct run_step s)
{
  struct node *n = walk_top (w);
  n->thread = s.thread;
  n->alternative = s.alternative;
  n->alternatives = exec_alternatives (w->exec, s.thread);
  n->started = n->chosen = true;
  pin (p, w->history.events.count, true);
}

/* Executes what the child has before its natural part. False: it has none. */
static bool
child_begin (struct walk *w, struct parsimonious *p, const struct frame *f, const struct child *c)
{
  const struct turn *turns = p->saved.data + f->turn;
  uint32_t i, same = in_common (w, p, f, c->turn.keep, &i);
  cut (w, p, same, i);
  for (uint32_t k = same; k <= c->turn.keep; k++) {
    for (; i < f->turns && turns[i].node == k; i++)
      turn_take (p, turns[i]);
    if (k < c->turn.keep && !force (w, p, p->steps.data[f->first + k]))
      return false;
  }
  if (w->away && !walk_replay (w, w->history.events.count))
    return !(w->broken = true);
  struct turn t = c->turn;
  if (!t.overtakes) {
    alternative_begin (w, p, p->steps.data[c->first]);
    t.node = t.keep + 1;
    turn_take (p, t);
    return true;
  }
  for (uint32_t k = 0; k < c->count; k++) {
    struct run_step s = p->steps.data[c->first + k];
    if (!allowed (w, p, s.thread, true) || !force (w, p, s))
      return false;
  }
  t.node = (uint32_t) w->history.events.count;
  if (!overtakes_now (w, p, &t.duty))
    return false;
  turn_take (p, t);
  return true;
}

static bool
parsimonious_back (struct walk *w)
{
  struct parsimonious *p = state (w);
  while (p->frames.count && !w->broken) {
    struct frame f = VEC_LAST (p->frames);
    if (p->children.count == f.child) {
      p->steps.count = f.base;
      p->saved.count = f.turn;
      p->frames.count--;
      continue;
    }
    struct child c = VEC_POP (p->children);
    p->vain = false;
    if (!child_begin (w, p, &f, &c))
      continue;
    p->fresh = VEC_LAST (p->turns).node;
    return true;
  }
  return false;
}

/* A run's children are taken to be equally large, and as large as it. */
static double
parsimonious_share (const struct walk *w)
{
  const struct parsimonious *p = w->own;
  double share = 0, part = 1;
  for (size_t i = 0; p && i < p->frames.count; i++) {
    const struct frame *f = &p->frames.data[i];
    uint32_t end = i + 1 < p->frames.count ? f[1].child : (uint32_t) p->children.count;
    double left = end - f->child, all = f->children + 1;
    share += part * (all - left - 1) / all;
    part /= all;
  }
  return share;
}

const struct reduction reduction_parsimonious = {
  .name = "parsimonious", .next = parsimonious_next, .plan = parsimonious_plan, .back = parsimonious_back,
  .vain = parsimonious_vain, .share = parsimonious_share, .release = parsimonious_release,
};
