/* From one run to the next: back to what the two have in common, and the steps
 * that the next one begins with. */

#include "reduce/parsimonious.h"

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
    p->pinned.count = p->knows.count = p->settled.count = depth;
  for (uint32_t i = 0; i < p->settled.count; i++)
    if (p->settled.data[i] > depth)
      p->settled.data[i] = NONE;
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

static void
pin (struct parsimonious *p, size_t event, bool pinned)
{
  events_note (p, event + 1);
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
  duties_follow (w, p);
  return true;
}

/* Could not be told before: whether a conditional operation of the waker may be
 * executed before what other duties ask for. Whether it depends on what it is to
 * overtake will be seen (duties_follow). */
static bool
overtakes_now (struct walk *w, const struct parsimonious *p, const struct duty *duty)
{
  const struct op *next = exec_next (w->exec, duty->waker);
  if (!next || !next->conditional)
    return next;
  op_id announced = ops_intern (&w->history.ops, next), op = NONE;
  struct part m = VEC_LAST (p->parts);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (duty->sleeper != (d->fired == NONE ? d->waker : d->sleeper) || !ops_dependent (&w->history.ops, announced, d->op))
      continue;
    op = op == NONE ? op_now (w, duty->waker) : op;
    if (!ops_dependent (&w->history.ops, op, d->op))
      continue;
    if (d->fired == NONE || (duty->waker < d->waker && !comes_later_now (w, d, duty->waker, op)))
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
    if (!duties_allow (w, p, s.thread, true) || !force (w, p, s))
      return false;
  }
  t.node = (uint32_t) w->history.events.count;
  if (!overtakes_now (w, p, &t.duty))
    return false;
  turn_take (p, t);
  return true;
}

bool
resume_next (struct walk *w, struct parsimonious *p)
{
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
