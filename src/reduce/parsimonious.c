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
  VEC_FREE (p->settled);
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
    if (u->known && next && t != e->thread
        && (u->op == NONE || h->ops.known.data[u->op].waits || !ops_dependent (&h->ops, u->op, e->op)))
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
    if (d->fired == NONE && set_has (enabled, d->waker) && duties_allow (w, p, d->waker, false))
      return d->waker;
  }
  for (thread_id t = 0; t < threads; t++)
    if (!p->upcoming.data[t].op && set_has (enabled, t) && duties_allow (w, p, t, false))
      return t;
  for (thread_id t = 0; t < threads; t++) {
    if (!set_has (enabled, t) || !duties_allow (w, p, t, false))
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
  duties_follow (w, p);
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
  duties_follow (w, p);
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
  duties_follow (w, p);
  if (!p->vain)
    overtake_plan (w, p);
}

static bool
parsimonious_back (struct walk *w)
{
  return resume_next (w, state (w));
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
