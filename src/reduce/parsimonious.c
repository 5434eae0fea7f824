/* Draft. */

#include "reduce/dynamic.h"

#include <string.h>
#include <stdio.h>
#include <stdlib.h>

/* A thread that must not go on before another one has: the natural step of
 * `sleeper` was not taken at some state, because the next operation of `waker`,
 * which depends on it, comes first. */
struct duty {
  thread_id sleeper, waker;
  op_id op;                       /* of the sleeper */
  uint32_t fired;                 /* the waker's event, or NONE */
};

struct step {
  thread_id thread;
  uint32_t alternative;
  bool pinned;
};

struct jump { uint32_t node, keep; bool wakes; struct duty duty; };   /* wakes: a duty; else another alternative */

struct child {
  uint32_t keep;                  /* events of the run */
  uint32_t first, count;          /* steps after them */
  bool jumps;
  struct duty duty;
};

struct frame {
  uint32_t first, count;          /* steps: the run */
  uint32_t jump, njumps;
  uint32_t child;                 /* the first of its children */
};

struct mark { uint32_t first, count; };

struct waiting {
  uint8_t is;
  uint32_t ord;
  thread_id by;
  op_id op, upcoming;
};

struct touch { uint32_t event, before; };      /* before: an earlier one of the same object, or NONE */

struct place {
  uint64_t object;
  uint32_t plan, last;            /* last: of the touches */
};

struct parsimonious {
  VEC (struct duty) duties;
  VEC (struct mark) marks;        /* per node: its part of the duties */
  VEC (bool) pinned;              /* per event */
  VEC (struct jump) jumps;        /* of the present run */
  VEC (struct step) steps;
  VEC (struct jump) saved;
  VEC (struct child) children;
  VEC (struct frame) frames;
  VEC (struct upcoming { op_id op; bool known; }) upcoming;   /* per thread: its operation in the last node */
  uint32_t seen;                  /* number of the last node it was kept up to, or NONE */
  uint32_t fresh;                 /* events that were not part of an earlier run begin here */
  bool vain;
  /* scratch */
  VEC (uint32_t) ord;             /* per event: number among those of its thread */
  VEC (uint32_t) start;           /* per thread: of its list */
  VEC (uint32_t) list;            /* events by thread */
  VEC (uint32_t) cnt;
  VEC (op_id) pending;            /* per thread, at the end */
  VEC (int32_t) base;
  VEC (int32_t) other;
  VEC (uint32_t) fired;
  VEC (uint32_t) beyond;          /* per node: the run leaves its natural way next after so many events, or NONE */
  VEC (struct touch) touches;     /* of the run, chained by object */
  VEC (uint32_t) met;             /* per event: the number of the occurrence it was last met by */
  uint32_t met_by;
  VEC (struct place) places;   /* a hash table */
  uint32_t plan;
  VEC (struct waiting) waiting;   /* per thread */
};

enum { ASK, WAITS };
enum { WITHIN = NONE - 1 };      /* of the steps that a jump brings along */

static struct parsimonious *
get (struct walk *w)
{
  if (!w->own)
  {
    w->own = mem_zalloc (sizeof (struct parsimonious));
    ((struct parsimonious *) w->own)->seen = NONE;
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
  VEC_FREE (p->upcoming);
  VEC_FREE (p->marks);
  VEC_FREE (p->pinned);
  VEC_FREE (p->jumps);
  VEC_FREE (p->steps);
  VEC_FREE (p->saved);
  VEC_FREE (p->children);
  VEC_FREE (p->frames);
  VEC_FREE (p->ord);
  VEC_FREE (p->start);
  VEC_FREE (p->list);
  VEC_FREE (p->cnt);
  VEC_FREE (p->pending);
  VEC_FREE (p->base);
  VEC_FREE (p->other);
  VEC_FREE (p->fired);
  VEC_FREE (p->beyond);
  VEC_FREE (p->touches);
  VEC_FREE (p->met);
  VEC_FREE (p->places);
  VEC_FREE (p->waiting);
  mem_free (p);
}

/* The duties of the last node, from those of the node before. */
static void
advance (struct walk *w, struct parsimonious *p)
{
  size_t nodes = w->history.events.count + 1;
  if (p->marks.count == 0)
    VEC_PUSH (p->marks, (struct mark){0});
  if (p->marks.count >= nodes)
    return;
  struct mark before = VEC_LAST (p->marks), now = {.first = (uint32_t) p->duties.count};
  uint32_t i = (uint32_t) nodes - 2;
  const struct event *e = &w->history.events.data[i];
  for (uint32_t d = 0; d < before.count; d++) {
    struct duty duty = p->duties.data[before.first + d];
    if (e->thread == duty.sleeper)
      continue;
    for (size_t r = e->released; r < w->history.released.count && duty.fired == NONE; r++)
      p->vain |= w->history.released.data[r].thread == duty.waker;
    if (e->thread == duty.waker && duty.fired == NONE) {
      duty.fired = i;
      if (!ops_dependent (&w->history.ops, e->op, duty.op))
        p->vain = true;
    }
    VEC_PUSH (p->duties, duty);
    now.count++;
  }
  VEC_PUSH (p->marks, now);
}

static bool
comes_after (const struct walk *w, thread_id t, op_id op, uint32_t fired)
{
  const struct history *h = &w->history;
  thread_id by = h->events.data[fired].thread;
  uint32_t last = h->threads.data[t].last;
  if (last != NONE && (last == fired || (last > fired && history_row (h, last)[by] > (int32_t) fired)))
    return true;
  for (uint32_t r = h->threads.data[t].releases; r != NONE; r = h->released.data[r].before) {
    uint32_t e = h->released.data[r].event;
    if (e == fired || (e > fired && history_before (h, fired, e)))
      return true;
  }
  for (uint32_t i = fired; i < h->events.count; i++)
    if (ops_dependent (&h->ops, h->events.data[i].op, op) && (i == fired || history_before (h, fired, i)))
      return true;
  return false;
}

/* What the thread's next step touches, if it is taken now. */
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

static bool
allowed (const struct walk *w, const struct parsimonious *p, thread_id t, op_id op)
{
  struct mark m = VEC_LAST (p->marks);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired == NONE) {
      if (t == d->sleeper)
        return false;
      if (t != d->waker && ops_dependent (&w->history.ops, op, d->op))
        return false;
    }
    else if (t < d->waker && t != d->sleeper && ops_dependent (&w->history.ops, op, d->op) && !comes_after (w, t, op, d->fired))
      return false;
  }
  return true;
}

/* An operation that is never disabled, and depends on another such one. */
static bool
meets (const struct ops *o, op_id a, op_id b)
{
  return !o->known.data[a].waits && !o->known.data[b].waits && ops_dependent (o, a, b);
}

/* The operations of all threads, of which the last event changed few. */
static void
look_around (struct walk *w, struct parsimonious *p)
{
  struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count;
  size_t threads = h->threads.count;
  while (p->upcoming.count < threads)
    VEC_PUSH (p->upcoming, (struct upcoming){0});
  if (p->seen != n) {
    bool next = n && p->seen == n - 1;
    const struct event *e = next ? &h->events.data[n - 1] : NULL;
    for (thread_id t = 0; t < threads; t++) {
      struct upcoming *u = &p->upcoming.data[t];
      u->known = u->known && next && t != e->thread && u->op != NONE
                 && (h->ops.known.data[u->op].waits || !ops_dependent (&h->ops, u->op, e->op));
    }
    for (size_t r = next ? e->released : 0; next && r < h->released.count; r++)
      p->upcoming.data[h->released.data[r].thread].known = false;
    p->seen = n;
  }
  for (thread_id t = 0; t < threads; t++) {
    struct upcoming *u = &p->upcoming.data[t];
    if (u->known)
      continue;
    const struct op *op = exec_next (w->exec, t);
    u->op = op ? ops_intern (&h->ops, op) : NONE;
    u->known = true;
  }
}

/* Another thread is about to do something that depends on what t is about to do. */
static bool
contended (const struct walk *w, const struct parsimonious *p, thread_id t)
{
  op_id op = p->upcoming.data[t].op;
  for (thread_id u = 0; u < w->history.threads.count; u++)
    if (u != t && p->upcoming.data[u].op != NONE && meets (&w->history.ops, op, p->upcoming.data[u].op))
      return true;
  return false;
}

static bool
parsimonious_next (struct walk *w)
{
  struct parsimonious *p = get (w);
  struct node *n = walk_top (w);
  advance (w, p);
  if (n->started || p->vain)
    return false;
  const uint64_t *enabled = walk_set (w, w->history.events.count, SET_ENABLED);
  struct mark m = VEC_LAST (p->marks);
  n->alternative = 0;
  n->thread = NONE;
  look_around (w, p);
  for (uint32_t i = m.count; i-- > 0;) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired != NONE || !set_has (enabled, d->waker))
      continue;
    if (allowed (w, p, d->waker, op_now (w, d->waker))) {
      n->thread = d->waker;
      return true;
    }
  }
  for (thread_id t = 0; t < w->history.threads.count; t++)
    if (!p->upcoming.data[t].op && set_has (enabled, t) && (!m.count || allowed (w, p, t, 0))) {
      n->thread = t;
      return true;
    }
  for (thread_id t = 0; t < w->history.threads.count; t++) {
    if (!set_has (enabled, t) || (m.count && !allowed (w, p, t, op_now (w, t))))
      continue;
    bool clear = !contended (w, p, t);
    if (clear || n->thread == NONE)
      n->thread = t;
    if (clear)
      break;
  }
  return n->thread != NONE;
}

/* Somebody was to go first and has not. */
static bool
parsimonious_vain (struct walk *w)
{
  struct parsimonious *p = get (w);
  advance (w, p);
  struct mark m = VEC_LAST (p->marks);
  bool vain = p->vain;
  for (uint32_t i = 0; i < m.count; i++)
    vain |= p->duties.data[m.first + i].fired == NONE;
  return vain;
}

/* --- children --- */

static op_id
told_op (const struct event *e)
{
  return e->alternatives == 1 ? e->op : e->announced;
}

static void
index_events (struct walk *w, struct parsimonious *p)
{
  const struct history *h = &w->history;
  size_t n = h->events.count, threads = exec_threads (w->exec);
  if (threads < h->threads.count)
    threads = h->threads.count;
  VEC_RESERVE (p->ord, n + 1);
  VEC_RESERVE (p->list, n + 1);
  VEC_RESERVE (p->start, threads + 2);
  VEC_RESERVE (p->cnt, threads + 1);
  VEC_RESERVE (p->pending, threads + 1);
  VEC_RESERVE (p->waiting, threads + 1);
  VEC_RESERVE (p->base, h->stride);
  VEC_RESERVE (p->other, h->stride);
  memset (p->start.data, 0, (threads + 2) * sizeof *p->start.data);
  for (size_t i = 0; i < n; i++)
    p->ord.data[i] = p->start.data[h->events.data[i].thread + 1]++;
  for (size_t t = 0; t < threads; t++)
    p->start.data[t + 1] += p->start.data[t];
  for (size_t i = 0; i < n; i++)
    p->list.data[p->start.data[h->events.data[i].thread] + p->ord.data[i]] = (uint32_t) i;
  for (thread_id t = 0; t < threads; t++) {
    const struct op *op = exec_next (w->exec, t);
    p->pending.data[t] = op ? ops_intern (&w->history.ops, op) : NONE;
  }
}

static const int32_t *
base_of (struct walk *w, thread_id t, uint32_t pred, uint32_t releases)
{
  struct race r = {.thread = t, .pred = pred, .releases = releases};
  return history_base (&w->history, &r);
}

/* All that the row knows is there. */
static bool
covered (const struct parsimonious *p, const int32_t *row, size_t threads)
{
  for (size_t u = 0; u < threads; u++)
    if (row[u] && p->cnt.data[u] <= p->ord.data[row[u] - 1])
      return false;
  return true;
}

/* Brings the exec to the events that are there, and no others. */
static bool
execute_there (struct walk *w, const struct parsimonious *p)
{
  const struct history *h = &w->history;
  uint32_t i = 0, n = (uint32_t) h->events.count;
  while (i < n && p->ord.data[i] < p->cnt.data[h->events.data[i].thread])
    i++;
  if (!walk_replay (w, i))
    return false;
  w->known = i;
  w->away = true;
  for (; i < n; i++) {
    const struct event *e = &h->events.data[i];
    struct exec_step step = {0};
    if (p->ord.data[i] < p->cnt.data[e->thread]
        && (!exec_enabled (w->exec, e->thread) || exec_step (w->exec, e->thread, e->alternative, &step) == EXEC_BROKEN))
      return false;
  }
  return true;
}

/* Is thread t's operation, pending in the run from node `from` to node `to`,
 * enabled after the events that are there? */
static bool
pending_enabled (struct walk *w, const struct parsimonious *p, thread_id t, op_id op, uint32_t from, uint32_t to)
{
  const struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count, lo = 0, hi = n;
  bool known = true;
  if (!op)
    return false;
  if (!h->ops.known.data[op].waits)
    return true;
  for (uint32_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[i];
    if (e->thread == t || !ops_dependent (&h->ops, e->op, op))
      continue;
    bool there = p->ord.data[i] < p->cnt.data[e->thread];
    known = known && (!there || hi == n);
    if (there)
      lo = i + 1;
    else if (hi == n)
      hi = i;
  }
  if (lo < from)
    lo = from;
  if (hi > to)
    hi = to;
  if (known && lo <= hi)
    return set_has (walk_set (w, lo, SET_ENABLED), t);
  if (!execute_there (w, p)) {
    w->broken = true;
    return false;
  }
  return exec_enabled (w->exec, t);
}

static uint32_t
row_last (const int32_t *row, size_t threads)
{
  int32_t last = 0;
  for (size_t u = 0; u < threads; u++)
    last = row[u] > last ? row[u] : last;
  return (uint32_t) last;
}

enum { SKIP, RUN, FAIL };

/* Would an operation of a thread with that base come after event `fired`? */
static bool
there_follows (const struct walk *w, const struct parsimonious *p, const int32_t *base, op_id op, uint32_t fired)
{
  const struct history *h = &w->history;
  if (base[h->events.data[fired].thread] > (int32_t) fired)
    return true;
  for (uint32_t i = fired; i < h->events.count; i++)
    if (p->ord.data[i] < p->cnt.data[h->events.data[i].thread] && ops_dependent (&h->ops, h->events.data[i].op, op)
        && (i == fired || history_before (h, fired, i)))
      return true;
  return false;
}

enum { UNFIRED = NONE, OVER = NONE - 1 };

static bool
there_allowed (const struct walk *w, const struct parsimonious *p, struct mark m, thread_id t, op_id op, const int32_t *base)
{
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    uint32_t f = p->fired.data[i];
    if (f == OVER)
      continue;
    if (f == UNFIRED) {
      if (t == d->sleeper)
        return false;
      if (t != d->waker && ops_dependent (&w->history.ops, op, d->op))
        return false;
    }
    else if (t < d->waker && t != d->sleeper && ops_dependent (&w->history.ops, op, d->op) && !there_follows (w, p, base, op, f))
      return false;
  }
  return true;
}

/* What the pending operation would be executed as. */
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

/* The end of the whole program comes after everything, though it touches nothing. */
static bool
ends_program (const struct history *h, size_t i)
{
  return i + 1 == h->events.count && !h->events.data[i].op && h->events.data[i].alternatives == 1;
}

/* What thread t would do before what withdrew that, if it is at that. */
static const int32_t *
before_withdrawal (struct walk *w, const struct parsimonious *p, thread_id t, op_id *op, uint32_t *to)
{
  const struct history *h = &w->history;
  for (size_t i = 0; i < h->races.count; i++) {
    const struct race *r = &h->races.data[i];
    if (!r->withdrawn || r->first != r->end || r->thread != t)
      continue;
    uint32_t done = r->pred == NONE ? 0 : p->ord.data[r->pred] + 1;
    if (p->cnt.data[t] != done)
      continue;
    const int32_t *base = history_base (&w->history, r);
    if (!covered (p, base, h->threads.count))
      continue;
    *op = r->op;
    *to = r->end;
    return base;
  }
  return NULL;
}

/* The first of what the row knows that is not there. */
static bool
missing (const struct parsimonious *p, const int32_t *row, size_t threads, struct waiting *for_what)
{
  for (size_t u = 0; u < threads; u++)
    if (row[u] && p->cnt.data[u] <= p->ord.data[row[u] - 1]) {
      for_what->by = (thread_id) u;
      for_what->ord = p->ord.data[row[u] - 1];
      return true;
    }
  return false;
}

static int
simulate_thread (struct walk *w, struct parsimonious *p, struct mark m, thread_id t)
{
  const struct history *h = &w->history;
  size_t threads = h->threads.count, n = h->events.count;
  uint32_t at = p->start.data[t] + p->cnt.data[t], to = (uint32_t) n, pred, releases;
  struct waiting *wait = &p->waiting.data[t];
  wait->by = NONE;
  wait->op = 0;
  if (at < p->start.data[t + 1]) {
    uint32_t i = p->list.data[at];
    const struct event *e = &h->events.data[i];
    if (ends_program (h, i))
      return SKIP;
    if (!missing (p, history_row (h, i), threads, wait)) {
      if (m.count && !there_allowed (w, p, m, t, e->op, base_of (w, t, e->pred, e->releases)))
        return SKIP;
      return e->alternative ? FAIL : RUN;
    }
    wait->op = e->announced;
    pred = e->pred;
    releases = e->releases;
    to = i;
  }
  else {
    wait->op = p->pending.data[t];
    pred = h->threads.data[t].last;
    releases = h->threads.data[t].releases;
  }
  if (wait->op == NONE) {
    wait->op = 0;
    return SKIP;
  }
  const int32_t *base = base_of (w, t, pred, releases);
  struct waiting other;
  if (missing (p, base, threads, &other)) {
    base = before_withdrawal (w, p, t, &wait->op, &to);
    if (!base) {
      wait->by = other.by;
      wait->ord = other.ord;
      wait->op = 0;
      return SKIP;
    }
  }
  if (m.count && !there_allowed (w, p, m, t, op_there (w, p, t, wait->op), base))
    return SKIP;
  return pending_enabled (w, p, t, wait->op, row_last (base, threads), to) ? FAIL : SKIP;
}

/* The operation of thread t after the events that are there; NONE: it is not at one. */
static op_id
upcoming_there (struct walk *w, const struct parsimonious *p, thread_id t)
{
  const struct history *h = &w->history;
  uint32_t at = p->start.data[t] + p->cnt.data[t];
  bool has = at < p->start.data[t + 1];
  const struct event *e = has ? &h->events.data[p->list.data[at]] : NULL;
  uint32_t pred = has ? e->pred : h->threads.data[t].last, releases = has ? e->releases : h->threads.data[t].releases;
  if (releases != NONE && !covered (p, base_of (w, t, pred, releases), h->threads.count))
    return NONE;
  return has ? e->announced : p->pending.data[t];
}

static bool
there_contended (struct walk *w, const struct parsimonious *p, thread_id t)
{
  op_id op = p->waiting.data[t].upcoming;
  if (op == NONE || !op || w->history.ops.known.data[op].waits)
    return false;
  for (thread_id u = 0; u < w->history.threads.count; u++) {
    op_id *other = &p->waiting.data[u].upcoming;
    if (*other == NONE)
      *other = upcoming_there (w, p, u);
    if (u != t && *other != NONE && meets (&w->history.ops, op, *other))
      return true;
  }
  return false;
}

/* After one more step, of `go`: who must be asked again? */
static void
simulated (struct walk *w, struct parsimonious *p, thread_id go, op_id op)
{
  p->waiting.data[go].is = ASK;
  p->waiting.data[go].upcoming = upcoming_there (w, p, go);
  for (size_t t = 0; t < w->history.threads.count; t++) {
    struct waiting *wait = &p->waiting.data[t];
    if (wait->is == ASK)
      continue;
    if ((wait->by == go && p->cnt.data[go] > wait->ord) || ops_dependent (&w->history.ops, op, wait->op))
      wait->is = ASK;
  }
}

/* The duties of node x, after what is there, are those of the run after so many events. */
static bool
same_duties (const struct parsimonious *p, struct mark m, uint32_t node)
{
  uint32_t count = 0;
  for (uint32_t i = 0; i < m.count; i++)
    count += p->fired.data[i] != OVER;
  return count == p->marks.data[node].count;
}

/* Is the present run what comes naturally after the first x events, what the
 * row knows, and x? */
static bool
natural (struct walk *w, struct parsimonious *p, uint32_t x, const int32_t *row)
{
  const struct history *h = &w->history;
  size_t threads = h->threads.count, n = h->events.count;
  struct mark m = p->marks.data[x];
  size_t left = n;
  if (row_last (row, threads) <= x + 1)
    return p->beyond.data[x + 1] == NONE;
  for (size_t t = 0; t < threads; t++)
    p->cnt.data[t] = row[t] ? p->ord.data[row[t] - 1] + 1 : 0;
  for (size_t i = 0; i <= x; i++)
    if (p->cnt.data[h->events.data[i].thread] <= p->ord.data[i])
      p->cnt.data[h->events.data[i].thread] = p->ord.data[i] + 1;
  for (size_t t = 0; t < threads; t++)
    left -= p->cnt.data[t];
  for (thread_id t = 0; t < threads; t++) {
    p->waiting.data[t].is = ASK;
    p->waiting.data[t].upcoming = upcoming_there (w, p, t);
  }
  VEC_RESERVE (p->fired, m.count + 1);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    thread_id s = d->sleeper;
    /* has the waker, has the sleeper moved since node x? */
    p->fired.data[i] = d->fired;
    uint32_t wat = 0, sat = 0;
    for (uint32_t e = 0; e < x; e++) {
      wat += h->events.data[e].thread == d->waker;
      sat += h->events.data[e].thread == s;
    }
    if (d->fired == NONE && p->cnt.data[d->waker] > wat)
      p->fired.data[i] = p->list.data[p->start.data[d->waker] + wat];
    if (p->cnt.data[s] > sat)
      p->fired.data[i] = OVER;
  }
  if (left && ends_program (h, n - 1) && p->cnt.data[h->events.data[n - 1].thread] <= p->ord.data[n - 1])
    left--;
  uint32_t top = row_last (row, threads);
  top = top > x + 1 ? top : x + 1;
  for (;;) {
    thread_id go = NONE;
    if (top == n - left && p->beyond.data[top] != WITHIN && same_duties (p, m, top))
      return p->beyond.data[top] == NONE;
    for (uint32_t i = m.count; i-- > 0 && go == NONE;)
      if (p->fired.data[i] == UNFIRED) {
        int s = simulate_thread (w, p, m, p->duties.data[m.first + i].waker);
        if (s == FAIL)
          return false;
        if (s == RUN)
          go = p->duties.data[m.first + i].waker;
      }
    bool chosen = go != NONE, fails = false;
    for (thread_id t = 0; t < threads && !chosen; t++)
      if (!p->waiting.data[t].upcoming && p->waiting.data[t].is == ASK) {
        int s = simulate_thread (w, p, m, t);
        if (s == FAIL)
          return false;
        chosen = s == RUN;
        go = chosen ? t : go;
      }
    for (thread_id t = 0; t < threads && !chosen; t++) {
      int s = p->waiting.data[t].is == WAITS ? SKIP : simulate_thread (w, p, m, t);
      if (s == SKIP && !m.count)
        p->waiting.data[t].is = WAITS;
      if (s == SKIP)
        continue;
      bool clear = !there_contended (w, p, t);
      if (clear || go == NONE) {
        go = t;
        fails = s == FAIL;
      }
      if (clear)
        break;
    }
    if (fails)
      return false;
    if (go == NONE)
      return !left;
    for (uint32_t i = 0; i < m.count; i++) {
      const struct duty *d = &p->duties.data[m.first + i];
      if (go == d->sleeper)
        p->fired.data[i] = OVER;
      else if (go == d->waker && p->fired.data[i] == UNFIRED)
        p->fired.data[i] = p->list.data[p->start.data[go] + p->cnt.data[go]];
    }
    uint32_t event = p->list.data[p->start.data[go] + p->cnt.data[go]];
    op_id op = h->events.data[event].op;
    top = event < top ? top : event + 1;
    p->cnt.data[go]++;
    left--;
    simulated (w, p, go, op);
  }
}

static void
add_jump (struct walk *w, struct parsimonious *p, uint32_t x, thread_id q, const int32_t *row)
{
  const struct history *h = &w->history;
  const struct event *e = &h->events.data[x];
  struct child c = {.keep = x, .first = (uint32_t) p->steps.count, .jumps = true,
                    .duty = {.sleeper = e->thread, .waker = q, .op = told_op (e), .fired = NONE}};
  for (uint32_t i = x + 1; i < h->events.count; i++) {
    const struct event *r = &h->events.data[i];
    if (row[r->thread] > (int32_t) i) {
      VEC_PUSH (p->steps, (struct step){.thread = r->thread, .alternative = r->alternative, .pinned = true});
      c.count++;
    }
  }
  if (getenv ("POPDBG")) printf ("  child keep %u sleeper %u waker %u\n", x, c.duty.sleeper, q);
  VEC_PUSH (p->children, c);
}

/* Would q's operation, after the first x events and what the row knows, come after event `fired`? */
static bool
would_follow (const struct walk *w, uint32_t x, const int32_t *row, op_id op, uint32_t fired)
{
  const struct history *h = &w->history;
  if (row[h->events.data[fired].thread] > (int32_t) fired)
    return true;
  for (uint32_t i = fired; i < h->events.count; i++)
    if ((i < x || row[h->events.data[i].thread] > (int32_t) i) && ops_dependent (&h->ops, h->events.data[i].op, op)
        && (i == fired || history_before (h, fired, i)))
      return true;
  return false;
}

/* Would the duties at node x keep q's operation from coming before event x? */
static bool
contradicts (const struct walk *w, const struct parsimonious *p, uint32_t x, thread_id q, op_id op, const int32_t *row)
{
  struct mark m = p->marks.data[x];
  bool sure = !w->history.ops.known.data[op].conditional;
  thread_id by = w->history.events.data[x].thread;
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired == NONE) {
      if (q == d->sleeper)
        return true;
      if (sure && by == d->waker && ops_dependent (&w->history.ops, op, d->op))
        return true;
    }
    else if (sure && by == d->sleeper && q < d->waker && ops_dependent (&w->history.ops, op, d->op) && !would_follow (w, x, row, op, d->fired))
      return true;
  }
  return false;
}

/* The object's place in the table, which may be free. */
static struct place *
place_find (struct parsimonious *p, uint64_t object)
{
  size_t mask = p->places.room - 1, at = (object * 0x9e3779b97f4a7c15u >> 32) & mask;
  while (p->places.data[at].plan == p->plan && p->places.data[at].object != object)
    at = (at + 1) & mask;
  return &p->places.data[at];
}

/* For each state, where the run leaves its natural way next; for each event,
 * who touched the same object before. */
static void
index_run (struct walk *w, struct parsimonious *p)
{
  const struct history *h = &w->history;
  uint32_t n = (uint32_t) h->events.count, next = NONE, j = (uint32_t) p->jumps.count;
  VEC_RESERVE (p->beyond, n + 1);
  p->plan++;
  p->touches.count = 0;
  for (uint32_t x = n + 1; x-- > 0;) {
    while (j && p->jumps.data[j - 1].keep >= x)
      next = p->jumps.data[--j].keep;
    p->beyond.data[x] = j && p->jumps.data[j - 1].node > x ? WITHIN : next;
  }
  size_t slots = 0;
  for (uint32_t x = 0; x < n; x++)
    slots += h->ops.known.data[told_op (&h->events.data[x])].count;
  if (p->places.room < 4 * slots) {
    VEC_RESERVE (p->places, 4 * slots);
    memset (p->places.data, 0, p->places.room * sizeof *p->places.data);
  }
  while (p->met.count < n)
    VEC_PUSH (p->met, 0);
  for (uint32_t x = 0; x < n; x++) {
    const struct known_op *k = &h->ops.known.data[told_op (&h->events.data[x])];
    for (uint32_t i = 0; i < k->count; i++) {
      struct place *at = place_find (p, h->ops.slots.data[k->first + i].object);
      uint32_t before = at->plan == p->plan ? at->last : NONE;
      *at = (struct place){.object = h->ops.slots.data[k->first + i].object, .plan = p->plan, .last = (uint32_t) p->touches.count};
      VEC_PUSH (p->touches, (struct touch){.event = x, .before = before});
    }
  }
}

/* On an object that both touch. */
static bool
races (const struct ops *o, op_id a, op_id b)
{
  const struct known_op *x = &o->known.data[a], *y = &o->known.data[b];
  if (x->count == 1 && y->count == 1)
    return x->only.mask & y->only.mask && access_racing (x->only.how, y->only.how);
  return ops_racing (o, a, b);
}

/* An operation that thread q had until event number `end`. */
struct occurrence {
  thread_id q;
  op_id op;
  uint32_t pred, releases, end;
  bool based;                     /* p->base is what the thread knew */
};

static void
meeting (struct walk *w, struct parsimonious *p, struct occurrence *o, uint32_t x)
{
  const struct history *h = &w->history;
  const struct event *e = &h->events.data[x];
  if (e->thread == o->q || p->pinned.data[x] || !races (&h->ops, told_op (e), o->op))
    return;
  if (!o->based)
    memcpy (p->base.data, base_of (w, o->q, o->pred, o->releases), h->stride * sizeof (int32_t));
  o->based = true;
  if (p->base.data[e->thread] > (int32_t) x || contradicts (w, p, x, o->q, o->op, p->base.data))
    return;
  if (natural (w, p, x, p->base.data))
    add_jump (w, p, x, o->q, p->base.data);
}

static void
occurrence (struct walk *w, struct parsimonious *p, struct occurrence o)
{
  const struct known_op *k = &w->history.ops.known.data[o.op];
  if (!o.op || !p->places.room)
    return;
  p->met_by++;
  for (uint32_t i = 0; i < k->count; i++) {
    const struct place *place = place_find (p, w->history.ops.slots.data[k->first + i].object);
    for (uint32_t at = place->plan == p->plan ? place->last : NONE; at != NONE; at = p->touches.data[at].before) {
      uint32_t x = p->touches.data[at].event;
      if (x >= o.end || p->met.data[x] == p->met_by)
        continue;
      p->met.data[x] = p->met_by;
      meeting (w, p, &o, x);
    }
  }
}

static void
parsimonious_plan (struct walk *w)
{
  struct parsimonious *p = get (w);
  struct history *h = &w->history;
  size_t n = h->events.count;
  advance (w, p);
  if (p->vain)
    return;
  while (p->pinned.count < n)
    VEC_PUSH (p->pinned, false);
  if (getenv ("POPDBG")) {
    printf ("run:");
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < p->jumps.count; j++) if (p->jumps.data[j].node == i) printf (" [%u after %u]", p->jumps.data[j].duty.sleeper, p->jumps.data[j].duty.waker);
      printf (" %u%s", h->events.data[i].thread, p->pinned.data[i] ? "!" : "");
    }
    printf ("\n");
  }
  struct frame f = {.first = (uint32_t) p->steps.count, .jump = (uint32_t) p->saved.count,
                    .njumps = (uint32_t) p->jumps.count, .child = (uint32_t) p->children.count, .count = (uint32_t) n};
  for (size_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[i];
    VEC_PUSH (p->steps, (struct step){.thread = e->thread, .alternative = e->alternative, .pinned = p->pinned.data[i]});
  }
  for (size_t i = 0; i < p->jumps.count; i++)
    VEC_PUSH (p->saved, p->jumps.data[i]);
  index_events (w, p);
  index_run (w, p);
  for (uint32_t i = 0; i < n; i++) {
    const struct event *e = &h->events.data[i];
    occurrence (w, p, (struct occurrence){e->thread, e->announced, e->pred, e->releases, i, false});
  }
  for (size_t i = 0; i < h->races.count; i++) {
    struct race r = h->races.data[i];
    if (r.withdrawn && r.first == r.end)
      occurrence (w, p, (struct occurrence){r.thread, r.op, r.pred, r.releases, r.end + 1, false});
  }
  for (thread_id q = 0; q < h->threads.count; q++)
    if (p->pending.data[q] != NONE)
      occurrence (w, p, (struct occurrence){q, p->pending.data[q], h->threads.data[q].last, h->threads.data[q].releases, (uint32_t) n, false});
  for (uint32_t i = p->fresh; i < n; i++) {
    const struct event *e = &h->events.data[i];
    for (uint32_t a = 1; a < e->alternatives && !p->pinned.data[i]; a++) {
      VEC_PUSH (p->children, (struct child){.keep = i, .first = (uint32_t) p->steps.count, .count = 1});
      VEC_PUSH (p->steps, (struct step){.thread = e->thread, .alternative = a, .pinned = true});
    }
  }
  for (size_t i = f.child + 1; i < p->children.count; i++) {
    struct child c = p->children.data[i];
    size_t at = i;
    for (; at > f.child && p->children.data[at - 1].keep > c.keep; at--)
      p->children.data[at] = p->children.data[at - 1];
    p->children.data[at] = c;
  }
  VEC_PUSH (p->frames, f);
}

static void
cut (struct walk *w, struct parsimonious *p, size_t depth)
{
  history_pop (&w->history, depth);
  w->nodes.count = depth + 1;
  w->nodes.data[depth].started = w->nodes.data[depth].chosen = false;
  w->away = true;
  p->seen = NONE;
  if (p->pinned.count > depth)
    p->pinned.count = depth;
  while (p->jumps.count && VEC_LAST (p->jumps).node > depth)
    p->jumps.count--;
  p->marks.count = depth + 1;
  p->duties.count = p->marks.data[depth].first + p->marks.data[depth].count;
}

static bool
force (struct walk *w, struct parsimonious *p, struct step s)
{
  struct node *n = walk_top (w);
  if ((w->away && !walk_replay (w, w->history.events.count)) || !exec_enabled (w->exec, s.thread)) {
    w->broken = true;
    return false;
  }
  n->thread = s.thread;
  n->alternative = s.alternative;
  n->alternatives = exec_alternatives (w->exec, s.thread);
  n->started = true;
  if (walk_step (w) == EXEC_BROKEN) {
    w->broken = true;
    return false;
  }
  while (p->pinned.count + 1 < w->history.events.count)
    VEC_PUSH (p->pinned, false);
  VEC_PUSH (p->pinned, s.pinned);
  advance (w, p);
  return true;
}

static void
add_jump_here (struct parsimonious *p, struct jump j)
{
  VEC_PUSH (p->jumps, j);
  if (!j.wakes)
    return;
  VEC_PUSH (p->duties, j.duty);
  VEC_LAST (p->marks).count++;
}

/* May the step be taken in spite of the duties, being part of what the waker needs? */
static bool
fits (struct walk *w, struct parsimonious *p, struct step s)
{
  struct mark m = VEC_LAST (p->marks);
  if (!m.count)
    return true;
  op_id op = op_now (w, s.thread);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (d->fired == NONE) {
      if (s.thread == d->sleeper)
        return false;
      if (s.thread == d->waker || !ops_dependent (&w->history.ops, op, d->op))
        continue;
      if (s.thread < d->waker || ops_dependent (&w->history.ops, op, op_now (w, d->waker)))
        return false;
    }
    else if (s.thread < d->waker && s.thread != d->sleeper && ops_dependent (&w->history.ops, op, d->op) && !comes_after (w, s.thread, op, d->fired))
      return false;
  }
  return true;
}

/* As `contradicts`, now that it is known what a conditional operation does. */
static bool
possible_now (struct walk *w, const struct parsimonious *p, const struct duty *duty)
{
  const struct op *next = exec_next (w->exec, duty->waker);
  if (!next || !next->conditional)
    return next;
  op_id op = op_now (w, duty->waker);
  if (!ops_dependent (&w->history.ops, op, duty->op))
    return false;
  struct mark m = VEC_LAST (p->marks);
  for (uint32_t i = 0; i < m.count; i++) {
    const struct duty *d = &p->duties.data[m.first + i];
    if (!ops_dependent (&w->history.ops, op, d->op))
      continue;
    if (d->fired == NONE && duty->sleeper == d->waker)
      return false;
    if (d->fired != NONE && duty->sleeper == d->sleeper && duty->waker < d->waker && !comes_after (w, duty->waker, op, d->fired))
      return false;
  }
  return true;
}

static bool
take_child (struct walk *w, struct parsimonious *p, const struct frame *f, struct child c)
{
  size_t same = 0, n = w->history.events.count;
  const struct step *run = p->steps.data + f->first;
  while (same < n && same < c.keep && run[same].thread == w->history.events.data[same].thread
         && run[same].alternative == w->history.events.data[same].alternative && p->pinned.data[same] == run[same].pinned)
    same++;
  /* The same jumps as well. */
  for (uint32_t i = 0; i < p->jumps.count || i < f->njumps; i++) {
    uint32_t a = i < p->jumps.count ? p->jumps.data[i].node : NONE, b = i < f->njumps ? p->saved.data[f->jump + i].node : NONE;
    bool equal = a == b && !memcmp (&p->jumps.data[i], &p->saved.data[f->jump + i], sizeof (struct jump));
    if (equal)
      continue;
    uint32_t first = a < b ? a : b;
    if (first && same > first - 1)
      same = first - 1;
    else if (!first)
      same = 0;
    break;
  }
  cut (w, p, same);
  if (!same) {
    p->marks.count = 0;
    p->duties.count = 0;
    p->jumps.count = 0;
    advance (w, p);
    while (p->jumps.count < f->njumps && p->saved.data[f->jump + p->jumps.count].node == 0)
      add_jump_here (p, p->saved.data[f->jump + p->jumps.count]);
  }
  for (uint32_t i = (uint32_t) same; i < c.keep; i++) {
    if (!force (w, p, p->steps.data[f->first + i]))
      return false;
    while (p->jumps.count < f->njumps && p->saved.data[f->jump + p->jumps.count].node == i + 1)
      add_jump_here (p, p->saved.data[f->jump + p->jumps.count]);
  }
  if (w->away && !walk_replay (w, w->history.events.count))
    return !(w->broken = true);
  for (uint32_t i = 0; i < c.count; i++) {
    struct step s = p->steps.data[c.first + i];
    if (c.jumps && !fits (w, p, s))
      return false;
    if (!force (w, p, s))
      return false;
  }
  if (c.jumps && !possible_now (w, p, &c.duty))
    return false;
  add_jump_here (p, (struct jump){.node = (uint32_t) w->history.events.count, .keep = c.keep, .wakes = c.jumps, .duty = c.duty});
  return true;
}

static bool
parsimonious_back (struct walk *w)
{
  struct parsimonious *p = get (w);
  p->vain = false;
  while (p->frames.count && !w->broken) {
    struct frame f = VEC_LAST (p->frames);
    if (p->children.count == f.child) {
      p->steps.count = f.first;
      p->saved.count = f.jump;
      p->frames.count--;
      continue;
    }
    struct child c = VEC_POP (p->children);
    if (!take_child (w, p, &f, c))
      continue;
    p->fresh = (uint32_t) w->history.events.count;
    if (walk_choose (w))
      return true;
    /* nothing can run */
    return !w->broken;
  }
  return false;
}

const struct reduction reduction_parsimonious = {
  .name = "parsimonious", .next = parsimonious_next, .plan = parsimonious_plan, .back = parsimonious_back,
  .release = parsimonious_release, .vain = parsimonious_vain,
};
