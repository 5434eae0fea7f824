/* Is the present run what comes naturally after some of its events? The run is
 * made again in thought, by the rule of parsimonious.c, and given up where the
 * rule asks for a step that the run does not have.
 *
 * What is "there" is a set of events of the run, so many of each thread, closed
 * under what comes before. Whether a thread is enabled after them is known from
 * a state of the run in which the events that its operation depends on are the
 * same; where there is none, the events are executed. */

#include "reduce/parsimonious.h"

#include <string.h>

void
natural_index (struct walk *w, struct parsimonious *p)
{
  struct history *h = &w->history;
  size_t n = h->events.count, threads = h->threads.count;
  uint32_t next = NONE, turn = (uint32_t) p->turns.count;
  VEC_RESERVE (p->order, n + 1);
  VEC_RESERVE (p->list, n + 1);
  VEC_RESERVE (p->beyond, n + 1);
  VEC_RESERVE (p->start, threads + 2);
  VEC_RESERVE (p->pending, threads + 1);
  VEC_RESERVE (p->thoughts, threads + 1);
  VEC_RESERVE (p->base, h->stride);
  memset (p->start.data, 0, (threads + 2) * sizeof *p->start.data);
  for (size_t i = 0; i < n; i++)
    p->order.data[i] = p->start.data[h->events.data[i].thread + 1]++;
  for (size_t t = 0; t < threads; t++)
    p->start.data[t + 1] += p->start.data[t];
  for (size_t i = 0; i < n; i++)
    p->list.data[p->start.data[h->events.data[i].thread] + p->order.data[i]] = (uint32_t) i;
  for (thread_id t = 0; t < threads; t++) {
    const struct op *op = exec_next (w->exec, t);
    p->pending.data[t] = op ? ops_intern (&h->ops, op) : NONE;
  }
  for (uint32_t x = (uint32_t) n + 1; x-- > 0;) {
    while (turn && p->turns.data[turn - 1].keep >= x)
      next = p->turns.data[--turn].keep;
    p->beyond.data[x] = turn && p->turns.data[turn - 1].node > x ? WITHIN : next;
  }
}

static bool
is_there (const struct walk *w, const struct parsimonious *p, uint32_t event)
{
  return p->order.data[event] < p->thoughts.data[w->history.events.data[event].thread].count;
}

/* The first of what the row knows that is not there. */
static bool
missing (const struct parsimonious *p, const int32_t *row, size_t threads, struct thought *to)
{
  for (size_t u = 0; u < threads; u++)
    if (row[u] && p->thoughts.data[u].count <= p->order.data[row[u] - 1]) {
      to->by = (thread_id) u;
      to->order = p->order.data[row[u] - 1];
      return true;
    }
  return false;
}

/* Brings the exec to the events that are there, and no others. */
static bool
execute_there (struct walk *w, const struct parsimonious *p)
{
  const struct history *h = &w->history;
  uint32_t i = 0, n = (uint32_t) h->events.count;
  while (i < n && is_there (w, p, i))
    i++;
  if (!walk_replay (w, i))
    return !(w->broken = true);
  w->known = i;
  w->away = true;
  for (; i < n; i++) {
    const struct event *e = &h->events.data[i];
    struct exec_step step = {0};
    if (is_there (w, p, i)
        && (!exec_enabled (w->exec, e->thread) || exec_step (w->exec, e->thread, e->alternative, &step) == EXEC_BROKEN))
      return !(w->broken = true);
  }
  return true;
}

static bool
touches_as (const struct ops *o, op_id op, uint64_t object, enum access_how how)
{
  const struct known_op *k = &o->known.data[op];
  for (uint32_t i = 0; i < k->count; i++)
    if (o->slots.data[k->first + i].object == object)
      return o->slots.data[k->first + i].how == how;
  return false;
}

/* The operation takes a lock that was held from the beginning (a thread that
 * others join), and of what is there nothing has touched it. */
static bool
held_there (const struct walk *w, const struct parsimonious *p, op_id op, uint32_t first)
{
  const struct history *h = &w->history;
  const struct known_op *k = &h->ops.known.data[op];
  for (uint32_t s = 0; s < k->count; s++) {
    const struct slot *slot = &h->ops.slots.data[k->first + s];
    if (slot->how != ACCESS_LOCK || !touches_as (&h->ops, h->events.data[first].op, slot->object, ACCESS_UNLOCK))
      continue;
    bool held = true;
    for (uint32_t i = 0; i < h->events.count && held; i++)
      held = !is_there (w, p, i) || !ops_dependent (&h->ops, h->events.data[i].op, op);
    return held;
  }
  return false;
}

/* Is thread t's operation enabled, which it has in the run from node `from` to node `to`? */
static bool
enabled_there (struct walk *w, const struct parsimonious *p, thread_id t, op_id op, uint32_t from, uint32_t to)
{
  const struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count, first = n;   /* first: that it depends on and that is not there */
  bool known = true;
  if (!op)
    return false;                 /* the end of the program, which is nobody's natural step before its time */
  if (!h->ops.known.data[op].waits)
    return true;
  for (uint32_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[i];
    if (e->thread == t || !ops_dependent (&h->ops, e->op, op))
      continue;
    if (!is_there (w, p, i))
      first = first == n ? i : first;
    else if (first < n)
      known = false;
    else if (from <= i)
      from = i + 1;
  }
  to = to < first ? to : first;
  if (known && from <= to)
    return set_has (walk_set (w, from, SET_ENABLED), t);
  if (first < n && held_there (w, p, op, first))
    return false;
  return execute_there (w, p) && exec_enabled (w->exec, t);
}

/* A duty that is not over asks what the operation touches. */
static bool
matters_there (const struct walk *w, const struct parsimonious *p, struct part m, thread_id t, op_id op)
{
  for (uint32_t i = 0; i < m.count; i++)
    if (p->fired.data[i] != OVER && duty_concerns (&p->duties.data[m.first + i], p->fired.data[i], t)
        && ops_dependent (&w->history.ops, op, p->duties.data[m.first + i].op))
      return true;
  return false;
}

/* What the operation would be executed as. */
static op_id
op_there (struct walk *w, const struct parsimonious *p, thread_id t, op_id op)
{
  struct exec_step step = {0};
  if (!w->history.ops.known.data[op].conditional)
    return op;
  if (!execute_there (w, p) || !exec_enabled (w->exec, t) || exec_step (w->exec, t, 0, &step) == EXEC_BROKEN) {
    w->broken = true;
    return op;
  }
  return executed_op (w, op, &step);
}

/* Would an operation of a thread that knows the base come after the event? */
static bool
follows_there (const struct walk *w, const struct parsimonious *p, const int32_t *base, op_id op, uint32_t event)
{
  const struct history *h = &w->history;
  if (base[h->events.data[event].thread] > (int32_t) event)
    return true;
  for (uint32_t i = event; i < h->events.count; i++)
    if (is_there (w, p, i) && ops_dependent (&h->ops, h->events.data[i].op, op) && (i == event || history_before (h, event, i)))
      return true;
  return false;
}

/* As duty_comes_later, for what is there. */
static bool
comes_later_there (const struct walk *w, const struct parsimonious *p, const struct duty *d, const int32_t *base, op_id op)
{
  const struct history *h = &w->history;
  for (uint32_t i = d->since; i < h->events.count; i++)
    if (is_there (w, p, i) && ops_dependent (&h->ops, h->events.data[i].op, d->op) && follows_there (w, p, base, op, i))
      return true;
  return false;
}

/* As duties_allow, for the duties of node x. */
static bool
allowed_there (const struct walk *w, const struct parsimonious *p, struct part m, thread_id t, op_id op, const int32_t *base)
{
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    uint32_t fired = p->fired.data[i];
    if (fired == NONE && t == d->sleeper)
      return false;
    if (fired == OVER || !duty_concerns (d, fired, t) || !ops_dependent (&w->history.ops, op, d->op))
      continue;
    if (fired == NONE || !comes_later_there (w, p, d, base, op))
      return false;
  }
  return true;
}

/* The end of the whole program comes after everything, though it touches nothing. */
static bool
ends_program (const struct history *h, size_t i)
{
  return i + 1 == h->events.count && !h->events.data[i].op && h->events.data[i].alternatives == 1;
}

/* What thread t knows at an operation that was withdrawn in the run, if it is at it. */
static const int32_t *
before_withdrawal (struct walk *w, const struct parsimonious *p, thread_id t, op_id *op, uint32_t *to)
{
  const struct history *h = &w->history;
  for (size_t i = 0; i < h->races.count; i++) {
    const struct race *r = &h->races.data[i];
    struct thought other;
    if (!r->withdrawn || r->first != r->end || r->thread != t)
      continue;
    if (p->thoughts.data[t].count != (r->pred == NONE ? 0 : p->order.data[r->pred] + 1))
      continue;
    const int32_t *base = history_base (&w->history, r);
    if (missing (p, base, h->threads.count, &other))
      continue;
    *op = r->op;
    *to = r->end;
    return base;
  }
  return NULL;
}

enum answer { NO, YES, ASTRAY };  /* ASTRAY: it could take a step that the run does not have */

static enum answer
ask (struct walk *w, struct parsimonious *p, struct part m, thread_id t)
{
  const struct history *h = &w->history;
  struct thought *mind = &p->thoughts.data[t];
  size_t threads = h->threads.count, n = h->events.count;
  uint32_t at = p->start.data[t] + mind->count, to = (uint32_t) n;
  uint32_t pred = h->threads.data[t].last, releases = h->threads.data[t].releases;
  mind->by = NONE;
  mind->op = p->pending.data[t];
  if (at < p->start.data[t + 1]) {
    to = p->list.data[at];
    const struct event *e = &h->events.data[to];
    mind->op = e->announced;
    pred = e->pred;
    releases = e->releases;
    if (ends_program (h, to))
      return NO;
    if (!missing (p, history_row (h, to), threads, mind)) {
      if (m.count && !allowed_there (w, p, m, t, e->op, row_base (w, t, pred, releases)))
        return NO;
      return e->alternative ? ASTRAY : YES;
    }
  }
  if (mind->op == NONE) {
    mind->op = 0;
    return NO;
  }
  const int32_t *base = row_base (w, t, pred, releases);
  struct thought other = {0};
  if (missing (p, base, threads, &other) && !(base = before_withdrawal (w, p, t, &mind->op, &to))) {
    mind->by = other.by;
    mind->order = other.order;
    mind->op = 0;
    return NO;
  }
  if (m.count && !allowed_there (w, p, m, t, matters_there (w, p, m, t, mind->op) ? op_there (w, p, t, mind->op) : mind->op, base))
    return NO;
  return enabled_there (w, p, t, mind->op, row_last (base, threads), to) ? ASTRAY : NO;
}

static op_id
upcoming_there (struct walk *w, const struct parsimonious *p, thread_id t)
{
  const struct history *h = &w->history;
  uint32_t at = p->start.data[t] + p->thoughts.data[t].count;
  const struct event *e = at < p->start.data[t + 1] ? &h->events.data[p->list.data[at]] : NULL;
  uint32_t pred = e ? e->pred : h->threads.data[t].last, releases = e ? e->releases : h->threads.data[t].releases;
  struct thought other;
  if (releases != NONE && missing (p, row_base (w, t, pred, releases), h->threads.count, &other))
    return NONE;
  return e ? e->announced : p->pending.data[t];
}

static bool
contended_there (const struct walk *w, const struct parsimonious *p, thread_id t)
{
  op_id op = p->thoughts.data[t].upcoming;
  if (op == NONE || !op || w->history.ops.known.data[op].waits)
    return false;
  for (thread_id u = 0; u < w->history.threads.count; u++) {
    op_id other = p->thoughts.data[u].upcoming;
    if (u != t && other != NONE && op_meets (&w->history.ops, op, other))
      return true;
  }
  return false;
}

/* Whose step is the natural one, and is it the run's? */
static enum answer
natural_there (struct walk *w, struct parsimonious *p, struct part m, thread_id *go)
{
  size_t threads = w->history.threads.count;
  enum answer answer, any = NO;
  for (thread_id t = 0; t < threads; t++)      /* it may have been created since */
    if (p->thoughts.data[t].upcoming == NONE)
      p->thoughts.data[t].upcoming = upcoming_there (w, p, t);
  for (uint32_t i = m.count; i-- > 0;) {
    *go = p->duties.data[m.first + i].waker;
    if (p->fired.data[i] == NONE && !p->thoughts.data[*go].waits && (answer = ask (w, p, m, *go)) != NO)
      return answer;
  }
  for (*go = 0; *go < threads; ++*go)
    if (!p->thoughts.data[*go].upcoming && !p->thoughts.data[*go].waits && (answer = ask (w, p, m, *go)) != NO)
      return answer;
  thread_id first = NONE;
  for (*go = 0; *go < threads; ++*go) {
    struct thought *mind = &p->thoughts.data[*go];
    answer = mind->waits ? NO : ask (w, p, m, *go);
    mind->waits = answer == NO;
    if (answer != NO && !contended_there (w, p, *go))
      return answer;
    if (answer != NO && any == NO) {
      any = answer;
      first = *go;
    }
  }
  *go = first;
  return any;
}

/* One more event, of thread `go`: who is to be asked again? */
static void
step_there (struct walk *w, struct parsimonious *p, struct part m, thread_id go, uint32_t event)
{
  const struct history *h = &w->history;
  struct thought *mind = &p->thoughts.data[go];
  bool free = false;              /* from a duty */
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    uint32_t was = p->fired.data[i];
    if (go == d->sleeper)
      p->fired.data[i] = OVER;
    else if (go == d->waker && was == NONE)
      p->fired.data[i] = event;
    free |= p->fired.data[i] != was;
  }
  mind->count++;
  mind->waits = false;
  mind->upcoming = upcoming_there (w, p, go);
  for (size_t t = 0; t < h->threads.count; t++) {
    struct thought *other = &p->thoughts.data[t];
    if (other->waits && (free || (other->by == go && mind->count > other->order) || ops_dependent (&h->ops, h->events.data[event].op, other->op)))
      other->waits = false;
  }
}

/* What is there at first. Returns how many events are not. */
static size_t
begin_there (struct walk *w, struct parsimonious *p, struct part m, uint32_t x, const int32_t *row)
{
  const struct history *h = &w->history;
  size_t threads = h->threads.count, left = h->events.count;
  for (size_t t = 0; t < threads; t++)
    p->thoughts.data[t] = (struct thought){.count = row[t] ? p->order.data[row[t] - 1] + 1 : 0};
  for (uint32_t i = 0; i <= x; i++) {
    uint32_t *count = &p->thoughts.data[h->events.data[i].thread].count;
    *count = *count <= p->order.data[i] ? p->order.data[i] + 1 : *count;
  }
  for (thread_id t = 0; t < threads; t++) {
    left -= p->thoughts.data[t].count;
    p->thoughts.data[t].upcoming = upcoming_there (w, p, t);
  }
  VEC_RESERVE (p->fired, m.count + 1);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    uint32_t waker = 0, sleeper = 0;           /* events of theirs before node x */
    for (uint32_t k = 0; k < x; k++) {
      waker += h->events.data[k].thread == d->waker;
      sleeper += h->events.data[k].thread == d->sleeper;
    }
    p->fired.data[i] = d->fired;
    if (d->fired == NONE && p->thoughts.data[d->waker].count > waker)
      p->fired.data[i] = p->list.data[p->start.data[d->waker] + waker];
    if (p->thoughts.data[d->sleeper].count > sleeper)
      p->fired.data[i] = OVER;
  }
  return left;
}

/* The duties are those that the run has at the node. */
static bool
same_duties (const struct parsimonious *p, struct part m, uint32_t node)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m.count; i++)
    count += p->fired.data[i] != OVER;
  return count == p->parts.data[node].count;
}

bool
natural_run (struct walk *w, struct parsimonious *p, uint32_t x, const int32_t *row)
{
  const struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count, top = row_last (row, h->threads.count);
  struct part m = p->parts.data[x];
  p->reach = top > x + 1 ? top : x + 1;
  if (w->mutant == WALK_ANY_PARENT)
    return true;
  if (top <= x + 1)               /* nothing but x: the run's own states follow, until it leaves its way */
    return p->beyond.data[x + 1] == NONE;
  size_t left = begin_there (w, p, m, x, row);
  if (left && ends_program (h, n - 1) && !is_there (w, p, n - 1))
    left--, n--;
  for (;;) {
    if (top == n - left && p->beyond.data[top] != WITHIN && same_duties (p, m, top))
      return p->beyond.data[top] == NONE;
    thread_id go;
    enum answer answer = left || !w->cut ? natural_there (w, p, m, &go) : NO;
    uint32_t at = answer == NO ? 0 : p->start.data[go] + p->thoughts.data[go].count;
    uint32_t event = answer == NO || at == p->start.data[go + 1] ? n : p->list.data[at];
    p->reach = p->reach <= event ? event + 1 : p->reach;      /* the thread's next: it is that step, or is not */
    if (answer != YES)
      return answer == NO && !left;
    top = event < top ? top : event + 1;
    left--;
    step_there (w, p, m, go, event);
  }
}
