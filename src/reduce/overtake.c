/* The overtakings of a run that are to be made from it, and the other
 * alternatives of its steps. */

#include "reduce/parsimonious.h"

#include <string.h>

/* The object's place in the table, which may be free. */
static struct place *
place_find (struct parsimonious *p, uint64_t object)
{
  size_t mask = p->places.room - 1, at = (object * 0x9e3779b97f4a7c15u >> 32) & mask;
  while (p->places.data[at].plan == p->plan && p->places.data[at].object != object)
    at = (at + 1) & mask;
  return &p->places.data[at];
}

static void
places_clear (struct walk *w, struct parsimonious *p)
{
  const struct history *h = &w->history;
  size_t n = h->events.count, slots = 1;
  for (size_t x = 0; x < n; x++)
    slots += h->ops.known.data[told_op (&h->events.data[x])].count;
  if (p->places.room < 4 * slots) {
    VEC_RESERVE (p->places, 4 * slots);
    memset (p->places.data, 0, p->places.room * sizeof *p->places.data);
  }
  while (p->met.count < n)
    VEC_PUSH (p->met, 0);
  p->plan++;
  p->touches.count = 0;
}

/* The touch, or the last one before that does not just read. */
static uint32_t
change_at (const struct parsimonious *p, uint32_t touch)
{
  return touch == NONE || p->touches.data[touch].how != ACCESS_READ ? touch : p->touches.data[touch].change;
}

/* Chains the event to those before that touch the same objects. */
static void
places_add (struct walk *w, struct parsimonious *p, uint32_t x)
{
  const struct ops *o = &w->history.ops;
  const struct known_op *k = &o->known.data[told_op (&w->history.events.data[x])];
  for (uint32_t i = 0; i < k->count; i++) {
    const struct slot *s = &o->slots.data[k->first + i];
    struct place *at = place_find (p, s->object);
    uint32_t before = at->plan == p->plan ? at->last : NONE;
    *at = (struct place){.object = s->object, .plan = p->plan, .last = (uint32_t) p->touches.count};
    uint32_t change = change_at (p, before);
    VEC_PUSH (p->touches, (struct touch){.event = x, .before = before, .change = change, .mask = s->mask, .how = s->how});
  }
}

/* The first event of the thread among those from x on that the base knows, or NONE. */
static uint32_t
brought_along (const struct parsimonious *p, const struct history *h, uint32_t x, thread_id t)
{
  for (uint32_t i = x; (int32_t) i < p->base.data[t]; i++)
    if (h->events.data[i].thread == t)
      return i;
  return NONE;
}

/* The duties at x do not let thread q's operation come before it. What a
 * conditional operation touches is not known yet: see overtakes_now. */
static bool
contradicts (const struct walk *w, const struct parsimonious *p, uint32_t x, thread_id q, op_id op)
{
  const struct history *h = &w->history;
  struct part m = p->parts.data[x];
  thread_id by = h->events.data[x].thread;
  for (uint32_t i = 0; i < m.count && w->mutant != WALK_NO_DUTIES; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    uint32_t fired = d->fired == NONE ? brought_along (p, h, x, d->waker) : d->fired;
    if (brought_along (p, h, x, d->sleeper) != NONE)
      continue;
    if (fired == NONE && q == d->sleeper)
      return true;
    if (h->ops.known.data[op].conditional || by != (fired == NONE ? d->waker : d->sleeper) || !ops_dependent (&h->ops, op, d->op))
      continue;
    if (fired == NONE || (q < d->waker && !duty_comes_later (h, d, p->base.data, op, x)))
      return true;
  }
  return false;
}

/* Two operations with an object in common. */
static bool
races (const struct ops *o, op_id a, op_id b)
{
  const struct known_op *x = &o->known.data[a], *y = &o->known.data[b];
  if (x->count == 1 && y->count == 1)
    return x->only.mask & y->only.mask && access_racing (x->only.how, y->only.how);
  return ops_racing (o, a, b);
}

/* What thread q needs, that is not before x, and then its operation. */
static void
add_overtaking (struct walk *w, struct parsimonious *p, uint32_t x, thread_id q)
{
  const struct history *h = &w->history;
  const struct event *e = &h->events.data[x];
  struct turn t = {.keep = x, .overtakes = true,
                   .duty = {.sleeper = e->thread, .waker = q, .op = told_op (e), .since = x, .fired = NONE}};
  struct child c = {.turn = t, .first = (uint32_t) p->steps.count};
  uint32_t end = row_last (p->base.data, h->threads.count);
  for (uint32_t i = x + 1; i < end; i++) {
    const struct event *r = &h->events.data[i];
    if (p->base.data[r->thread] <= (int32_t) i)
      continue;
    VEC_PUSH (p->steps, (struct run_step){.thread = r->thread, .alternative = r->alternative, .pinned = true});
    c.count++;
  }
  VEC_PUSH (p->children, c);
}

/* An operation that thread q had until event number `end`. */
struct occurrence {
  thread_id q;
  op_id op;
  uint32_t pred, releases, end;
  uint32_t knows;                 /* 1 + the last event that q knows, or NONE: not known yet */
  uint32_t settled;               /* the answers depend on so many events */
  bool based;                     /* p->base is what q knows */
};

static void
base_make (struct walk *w, struct parsimonious *p, struct occurrence *o)
{
  if (o->based)
    return;
  const struct history *h = &w->history;
  memcpy (p->base.data, row_base (w, o->q, o->pred, o->releases), h->stride * sizeof (int32_t));
  o->knows = row_last (p->base.data, h->threads.count);
  o->based = true;
}

static void
meet (struct walk *w, struct parsimonious *p, struct occurrence *o, uint32_t x)
{
  const struct event *e = &w->history.events.data[x];
  if (e->thread == o->q || p->pinned.data[x] || !races (&w->history.ops, told_op (e), o->op))
    return;
  if (o->knows == NONE)
    base_make (w, p, o);
  if (o->knows <= x + 1 && p->beyond.data[x + 1] != NONE && w->mutant != WALK_ANY_PARENT)
    return;                       /* natural_run would say so */
  base_make (w, p, o);
  if (p->base.data[e->thread] > (int32_t) x || contradicts (w, p, x, o->q, o->op))
    return;
  if (natural_run (w, p, x, p->base.data))
    add_overtaking (w, p, x, o->q);            /* and from no other run */
  else if (o->settled < p->reach)
    o->settled = p->reach;
}

/* The thread knew the event before its operation, and with it all that touched
 * the same bytes before, for the event depends on any of them. */
static bool
knows_all_before (const struct history *h, const struct occurrence *o, const struct touch *t, uint8_t mask)
{
  static const bool strong[ACCESS_HOWS] = {
    [ACCESS_WRITE] = true, [ACCESS_LOCK] = true, [ACCESS_UNLOCK] = true, [ACCESS_WAIT] = true};
  const struct event *e = &h->events.data[t->event];
  thread_id by = e->thread;
  if (!strong[t->how] || mask & ~t->mask || o->pred == NONE || e->op != told_op (e))
    return false;
  return by == o->q ? t->event <= o->pred : history_row (h, o->pred)[by] > (int32_t) t->event;
}

/* Returns what it found out. */
static struct occurrence
meet_all (struct walk *w, struct parsimonious *p, struct occurrence o)
{
  const struct history *h = &w->history;
  uint32_t first = h->ops.known.data[o.op].first, count = h->ops.known.data[o.op].count;
  p->meeting++;
  for (uint32_t i = 0; i < count; i++) {
    const struct place *place = place_find (p, h->ops.slots.data[first + i].object);
    uint32_t at = place->plan == p->plan ? place->last : NONE;
    bool reads = h->ops.slots.data[first + i].how == ACCESS_READ;
    for (at = reads ? change_at (p, at) : at; at != NONE; at = reads ? p->touches.data[at].change : p->touches.data[at].before) {
      const struct touch *t = &p->touches.data[at];
      if (t->event >= o.end)
        continue;
      if (knows_all_before (h, &o, t, h->ops.slots.data[first + i].mask))
        break;
      if (p->met.data[t->event] == p->meeting)
        continue;
      p->met.data[t->event] = p->meeting;
      meet (w, p, &o, t->event);
    }
  }
  return o;
}

static void
find_overtakings (struct walk *w, struct parsimonious *p)
{
  struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count;
  places_clear (w, p);
  for (uint32_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[i];
    if (p->settled.data[i] == NONE || w->mutant == WALK_ANY_PARENT) {
      struct occurrence o = meet_all (w, p, (struct occurrence){
        .q = e->thread, .op = e->announced, .pred = e->pred, .releases = e->releases, .end = i, .knows = p->knows.data[i]});
      p->knows.data[i] = o.knows;
      p->settled.data[i] = o.settled > i ? o.settled : i + 1;
    }
    places_add (w, p, i);
  }
  for (size_t i = 0; i < h->races.count; i++) {
    struct race r = h->races.data[i];
    if (r.withdrawn && r.first == r.end)
      meet_all (w, p, (struct occurrence){
        .q = r.thread, .op = r.op, .pred = r.pred, .releases = r.releases, .end = r.end + 1, .knows = NONE});
  }
  /* Where the run was cut, others might have gone on too: that says nothing. */
  const uint64_t *enabled = walk_set (w, n, SET_ENABLED);
  for (thread_id q = 0; q < h->threads.count && h->mutant != HISTORY_NO_PENDING; q++)
    if (p->pending.data[q] != NONE && !(w->cut && set_has (enabled, q)))
      meet_all (w, p, (struct occurrence){
        .q = q, .op = p->pending.data[q], .pred = h->threads.data[q].last, .releases = h->threads.data[q].releases,
        .end = n, .knows = NONE});
}

static void
find_alternatives (struct walk *w, struct parsimonious *p)
{
  for (uint32_t i = p->fresh; i < w->history.events.count && w->mutant != WALK_ONE_ALTERNATIVE; i++) {
    const struct event *e = &w->history.events.data[i];
    for (uint32_t a = 1; a < e->alternatives; a++) {
      VEC_PUSH (p->children, (struct child){.turn = {.keep = i}, .first = (uint32_t) p->steps.count, .count = 1});
      VEC_PUSH (p->steps, (struct run_step){.thread = e->thread, .alternative = a, .pinned = true});
    }
  }
}

/* So that the last, which is taken first, has most in common with the run.
 * Shell's method: there may be many, and no library is at hand. */
static void
sort_children (struct parsimonious *p, uint32_t from)
{
  struct child *c = p->children.data + from;
  size_t n = p->children.count - from, gap = 1;
  while (gap < n / 3)
    gap = 3 * gap + 1;
  for (; gap; gap /= 3)
    for (size_t i = gap; i < n; i++) {
      struct child moved = c[i];
      size_t at = i;
      for (; at >= gap && c[at - gap].turn.keep > moved.turn.keep; at -= gap)
        c[at] = c[at - gap];
      c[at] = moved;
    }
}

void
overtake_plan (struct walk *w, struct parsimonious *p)
{
  const struct history *h = &w->history;
  struct frame f = {.base = (uint32_t) p->steps.count, .turn = (uint32_t) p->saved.count, .child = (uint32_t) p->children.count};
  events_note (p, h->events.count);
  natural_index (w, p);
  find_overtakings (w, p);
  find_alternatives (w, p);
  if (w->mutant == WALK_FIRST_RACE_ONLY && p->children.count > f.child)
    p->children.count = f.child + 1;
  f.children = (uint32_t) p->children.count - f.child;
  if (!f.children)
    return;
  sort_children (p, f.child);
  f.first = (uint32_t) p->steps.count;
  for (uint32_t i = 0; i < VEC_LAST (p->children).turn.keep; i++) {
    const struct event *e = &h->events.data[i];
    VEC_PUSH (p->steps, (struct run_step){.thread = e->thread, .alternative = e->alternative, .pinned = p->pinned.data[i]});
  }
  for (size_t i = 0; i < p->turns.count; i++)
    VEC_PUSH (p->saved, p->turns.data[i]);
  f.turns = (uint32_t) p->turns.count;
  VEC_PUSH (p->frames, f);
}
