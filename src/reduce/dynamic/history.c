/* Happens-before by clock vectors, and races.
 *
 * Idea. An event happens after the previous event of its thread, after the event that released its thread, and after the
 * last accesses on which its operation depends. The join of their clocks is its own clock. A direct predecessor that
 * happens before no other direct predecessor is in an immediate race with it.
 *
 * Source. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, Fig. 5:
 * clocks per thread and per object, and L, the last access that is no release. Reads and writes are separate, as the end of
 * their section 4.2 requires.
 *
 * Where we differ. Any of several reads may be the race partner of a write, so all of them are; an operation may access
 * several objects; clocks are kept per event, and objects keep event numbers, so that removing an event is a few stores.
 * For an operation that can block, the event that enables it is skipped: before the release of a lock, the last acquire is
 * the partner; before a post of a semaphore, the last wait; together with whatever lies between by way of other objects. If
 * the operation would also be blocked before its race partner, the partner is the one before (history_earlier): of two
 * failed attempts to acquire a lock, neither is the event that the blocked thread must overtake.
 *
 * Why that is sound. Without the acquire the lock would have been free: the blocked thread could have come first, and only
 * this pair records it, because what lies between cannot be overtaken. Partners before the first one that can be overtaken
 * are found in the execution in which it was. Additional pairs only cost time: a reversal that is impossible or not new is
 * dropped by the reduction. */

#include "reduce/dynamic/history.h"

#include <assert.h>
#include <string.h>

#define BIT(how) (1u << ACCESS_##how)

/* For each kind of access, where the last one is stored. */
static const struct { int8_t strong, weak; } kept[ACCESS_HOWS] = {
  [ACCESS_READ] = {-1, WEAK_READ},
  [ACCESS_WRITE] = {STRONG_WRITE, -1},
  [ACCESS_LOCK] = {STRONG_LOCK, -1},
  [ACCESS_UNLOCK] = {STRONG_UNLOCK, -1},
  [ACCESS_LOCK_SHARED] = {-1, WEAK_LOCK_SHARED},
  [ACCESS_UNLOCK_SHARED] = {-1, WEAK_UNLOCK_SHARED},
  [ACCESS_WAIT] = {STRONG_WAIT, -1},
  [ACCESS_POST] = {-1, WEAK_POST},
};

/* For each access that can block, the kinds of accesses that enable it, which are skipped. */
static const uint16_t enablers[ACCESS_HOWS] = {
  [ACCESS_LOCK] = BIT (UNLOCK) | BIT (UNLOCK_SHARED),
  [ACCESS_LOCK_SHARED] = BIT (UNLOCK),
  [ACCESS_WAIT] = BIT (POST),
};

/* The number of clock entries is a multiple of this, for vector instructions. */
enum { CHUNK = 8 };

void
history_init (struct history *t)
{
  memset (t, 0, sizeof *t);
  ops_init (&t->ops);
  t->stride = CHUNK;
  t->room = 64;
  t->clocks = mem_alloc (t->room * t->stride * sizeof *t->clocks);
  t->thread_clock = mem_zalloc (t->stride * sizeof *t->thread_clock);
}

void
history_release (struct history *t)
{
  for (size_t c = 0; c < t->lasts.count; c++)
    for (int w = 0; w < WEAKS; w++)
      mem_free (t->lasts.data[c].weak[w]);
  ops_release (&t->ops);
  VEC_FREE (t->events);
  VEC_FREE (t->races);
  VEC_FREE (t->released);
  VEC_FREE (t->undo);
  VEC_FREE (t->lasts);
  VEC_FREE (t->threads);
  VEC_FREE (t->direct);
  mem_free (t->clocks);
  mem_free (t->thread_clock);
}

static void
widen (struct history *t, size_t stride)
{
  int32_t *clocks = mem_zalloc (t->room * stride * sizeof *clocks);
  for (size_t i = 0; i < t->events.count; i++)
    memcpy (clocks + i * stride, history_clock (t, i), t->stride * sizeof *clocks);
  mem_free (t->clocks);
  t->clocks = clocks;
  mem_free (t->thread_clock);
  t->thread_clock = mem_zalloc (stride * sizeof *t->thread_clock);
  for (size_t c = 0; c < t->lasts.count; c++)
    for (int w = 0; w < WEAKS; w++) {
      int32_t **weak = &t->lasts.data[c].weak[w];
      if (!*weak)
        continue;
      *weak = mem_realloc (*weak, stride * sizeof **weak);
      memset (*weak + t->stride, 0, (stride - t->stride) * sizeof **weak);
    }
  t->stride = stride;
  assert (t->stride >= t->threads.count);
}

void
history_threads (struct history *t, size_t n)
{
  while (t->threads.count < n)
    VEC_PUSH (t->threads, (struct thread_state){.last = NONE, .releases = NONE});
  size_t stride = t->stride;
  while (stride < n)
    stride *= 2;
  if (stride != t->stride)
    widen (t, stride);
  assert (n <= t->threads.count && t->threads.count <= t->stride);
}

static void
join (int32_t *restrict to, const int32_t *restrict from, size_t n)
{
  assert (n % CHUNK == 0);
  for (; n; n -= CHUNK, to += CHUNK, from += CHUNK)
    for (int k = 0; k < CHUNK; k++)
      to[k] = to[k] > from[k] ? to[k] : from[k];
}

static void
copy (int32_t *restrict to, const int32_t *restrict from, size_t n)
{
  assert (n % CHUNK == 0);
  for (; n; n -= CHUNK, to += CHUNK, from += CHUNK)
    for (int k = 0; k < CHUNK; k++)
      to[k] = from[k];
}

/* The clock of a thread after its event `last` and the releases. */
static void
clock_begin (struct history *t, thread_id q, uint32_t last, uint32_t releases, int32_t *clock)
{
  if (last == NONE)
    memset (clock, 0, t->stride * sizeof *clock);
  else {
    copy (clock, history_clock (t, last), t->stride);
    clock[q] = (int32_t) last + 1;
  }
  assert (last == NONE || t->events.data[last].thread == q);
  for (uint32_t r = releases; r != NONE; r = t->released.data[r].before) {
    assert (r < t->released.count && t->released.data[r].thread == q);
    uint32_t e = t->released.data[r].event;
    thread_id by = t->events.data[e].thread;
    if (clock[by] > (int32_t) e)
      continue;
    join (clock, history_clock (t, e), t->stride);
    if (clock[by] <= (int32_t) e)
      clock[by] = (int32_t) e + 1;
  }
}

static void
direct_add (struct history *t, int32_t last, uint8_t how, bool racing)
{
  uint32_t e = (uint32_t) last - 1;
  assert (last > 0 && e < t->events.count);
  if (t->thread_clock[t->events.data[e].thread] < last)
    VEC_PUSH (t->direct, (struct direct){.event = e, .how = how, .racing = racing});
}

static void
direct_weak (struct history *t, thread_id q, const int32_t *clock, uint8_t how, bool racing)
{
  int32_t any = 0;
  for (size_t i = 0; i < t->stride; i += CHUNK)
    for (int k = 0; k < CHUNK; k++)
      any |= t->thread_clock[i + k] - clock[i + k];   /* neither is negative */
  if (any >= 0)
    return;
  for (size_t p = t->threads.count; p-- > 0;)
    if (p != q && clock[p] > t->thread_clock[p])
      direct_add (t, clock[p], how, racing);
}

/* Collects the last accesses to a cell on which an access depends and which do not happen before the thread's next
 * operation yet. */
static void
direct_cell (struct history *t, thread_id q, const struct last *l, enum access_how how)
{
  for (unsigned left = access_depends[how] & l->ever; left; left &= left - 1) {
    unsigned h = (unsigned) __builtin_ctz (left);
    int strong = kept[h].strong;
    const int32_t *weak = strong < 0 ? l->weak[kept[h].weak] : NULL;
    if (strong >= 0 && !l->strong[strong])
      continue;
    bool racing = access_racing (how, h);
    if (strong >= 0)
      direct_add (t, l->strong[strong], (uint8_t) h, racing);
    else
      direct_weak (t, q, weak, (uint8_t) h, racing);
  }
}

/* Whether x is a race partner once the enabling accesses among t->direct[from ..] are skipped. */
static bool
looks_past (const struct history *t, size_t from, const struct direct *x, enum access_how how)
{
  assert (x->event < t->events.count && access_racing (how, x->how));
  if (enablers[how] >> x->how & 1)
    return false;
  for (size_t i = from; i < t->direct.count; i++) {
    const struct direct *y = &t->direct.data[i];
    if (y->event > x->event && !(enablers[how] >> y->how & 1) && history_before (t, x->event, y->event))
      return false;
  }
  return true;
}

/* Records the race of x with an operation that is, or would be, event `second`. */
static void
race_add (struct history *t, uint32_t x, uint32_t second, thread_id q, op_id op, bool sure)
{
  assert (x < t->events.count && t->events.data[x].thread != q && ops_dependent (&t->ops, t->events.data[x].op, op));
  if (ops_ordered (&t->ops, t->events.data[x].op, op))
    return;
  for (size_t i = t->noted; i < t->races.count; i++)
    if (t->races.data[i].first == x)
      return;
  VEC_PUSH (t->races, (struct race){.first = x, .second = second, .thread = q, .op = op, .end = (uint32_t) t->events.count,
                                    .pred = t->threads.data[q].last, .releases = t->threads.data[q].releases, .sure = sure, .cut = NONE, .learned = NONE, .settled = NONE});
}

/* Computes the clock and the races of operation op of thread q, which is, or would be, event number `second`. */
static void
order (struct history *t, thread_id q, op_id op, op_id announced, uint32_t second, int32_t *clock)
{
  const struct known_op *k = &t->ops.known.data[op];
  bool alone = t->ops.known.data[announced].count == 1 && !t->ops.known.data[announced].guarded && second != NONE;
  assert (q < t->threads.count && t->events.count < t->room && (second == NONE || second == t->events.count));
  clock_begin (t, q, t->threads.data[q].last, t->threads.data[q].releases, clock);
  copy (t->thread_clock, clock, t->stride);
  t->direct.count = 0;
  t->noted = t->races.count;
  for (uint32_t i = 0; i < k->count; i++) {
    const struct slot *s = &t->ops.slots.data[k->first + i];
    size_t from = t->direct.count;
    cell_id c = s->cell;
    do {
      if (t->ops.cells.data[c].mask & s->mask && c < t->lasts.count)
        direct_cell (t, q, &t->lasts.data[c], s->how);
      c = t->ops.cells.data[c].ring;
    } while (c != s->cell);
    bool locks = s->how == ACCESS_LOCK || s->how == ACCESS_LOCK_SHARED;
    if (enablers[s->how] && !t->quiet)
      for (size_t d = from; d < t->direct.count; d++) {
        const struct direct *x = &t->direct.data[d];
        if (x->racing && looks_past (t, from, x, s->how))
          race_add (t, x->event, second, q, announced, alone && locks && x->how == ACCESS_LOCK);
      }
  }
  for (size_t d = 0; d < t->direct.count; d++)
    join (clock, history_clock (t, t->direct.data[d].event), t->stride);
  for (size_t d = 0; d < t->direct.count; d++) {
    const struct direct *x = &t->direct.data[d];
    if (x->racing && !t->quiet && clock[t->events.data[x->event].thread] <= (int32_t) x->event)
      race_add (t, x->event, second, q, announced, false);
  }
  for (size_t d = 0; d < t->direct.count; d++) {
    uint32_t e = t->direct.data[d].event;
    int32_t *entry = &clock[t->events.data[e].thread];
    assert (t->events.data[e].thread != q);
    if (*entry <= (int32_t) e)
      *entry = (int32_t) e + 1;
  }
}

static int32_t *
last_place (struct history *t, cell_id c, enum access_how how, thread_id q)
{
  struct last *l = &t->lasts.data[c];
  assert (c < t->lasts.count && q < t->stride && how < ACCESS_HOWS);
  return kept[how].strong >= 0 ? &l->strong[kept[how].strong] : &l->weak[kept[how].weak][q];
}

static void
remember (struct history *t, thread_id q, op_id op, int32_t number)
{
  const struct known_op *k = &t->ops.known.data[op];
  for (uint32_t i = 0; i < k->count; i++) {
    const struct slot *s = &t->ops.slots.data[k->first + i];
    if (kept[s->how].weak >= 0 && !t->lasts.data[s->cell].weak[kept[s->how].weak])
      t->lasts.data[s->cell].weak[kept[s->how].weak] = mem_zalloc (t->stride * sizeof (int32_t));
    int32_t *place = last_place (t, s->cell, s->how, q);
    uint16_t *ever = &t->lasts.data[s->cell].ever;
    *ever = (uint16_t) (*ever | 1u << s->how);
    assert (*place < number);
    VEC_PUSH (t->undo, (struct undo){.cell = s->cell, .how = s->how, .thread = q, .was = *place});
    *place = number;
  }
}

static void
release_threads (struct history *t, uint32_t e, const struct exec_step *step)
{
  for (size_t i = 0; i < step->nreleased; i++) {
    thread_id q = step->released[i];
    assert (e + 1 == t->events.count && step->released);
    history_threads (t, q + 1);
    uint32_t number = (uint32_t) t->released.count;
    uint32_t by = step->released_by ? step->released_by[i] : e;
    assert (by <= e);
    VEC_PUSH (t->released, (struct release){.event = by, .thread = q, .before = t->threads.data[q].releases});
    t->threads.data[q].releases = number;
  }
}

/* Computes the races of an operation that the event withdraws: with earlier events, and with this event. */
static void
withdraw (struct history *t, uint32_t e, const struct exec_withdrawn *gone)
{
  op_id op = ops_intern (&t->ops, &gone->op);
  size_t from = t->races.count;
  assert (gone->thread < t->threads.count && e == t->events.count);
  history_probe (t, gone->thread, op);
  for (size_t i = from; i < t->races.count; i++)
    t->races.data[i].withdrawn = true;
  const struct thread_state *s = &t->threads.data[gone->thread];
  VEC_PUSH (t->races, (struct race){.first = e, .second = NONE, .thread = gone->thread, .op = op, .end = e, .withdrawn = true,
                                    .pred = s->last, .releases = s->releases, .cut = NONE, .learned = NONE, .settled = NONE});
}

static void
cells_grow (struct history *t)
{
  while (t->lasts.count < t->ops.cells.count)
    VEC_PUSH (t->lasts, (struct last){0});
}

/* Constructs the event in place, because this is done for every step. */
void
history_push (struct history *t, const struct event *given, const struct exec_step *step)
{
  uint32_t n = (uint32_t) t->events.count;
  assert (n < INT32_MAX - 1 && given->alternative < given->alternatives && given->op < t->ops.known.count);
  if (n + 2 >= t->room) {
    t->room *= 2;
    t->clocks = mem_realloc (t->clocks, t->room * t->stride * sizeof *t->clocks);
  }
  VEC_RESERVE (t->events, n + 1);
  struct event *e = &t->events.data[n];
  thread_id q = e->thread = given->thread;
  e->alternative = given->alternative;
  e->alternatives = given->alternatives;
  e->announced = given->announced;
  e->op = given->op;
  e->undo = (uint32_t) t->undo.count;
  e->races = (uint32_t) t->races.count;
  e->released = (uint32_t) t->released.count;
  for (size_t i = 0; i < step->nwithdrawn; i++)
    withdraw (t, n, &step->withdrawn[i]);
  history_threads (t, q + 1);
  cells_grow (t);
  e->pred = t->threads.data[q].last;
  e->releases = t->threads.data[q].releases;
  e->ordinal = e->pred == NONE ? 1 : t->events.data[e->pred].ordinal + 1;
  order (t, q, e->op, e->announced, n, history_clock (t, n));
  t->threads.data[q] = (struct thread_state){.last = n, .releases = NONE};
  remember (t, q, e->op, (int32_t) n + 1);
  t->events.count++;
  release_threads (t, n, step);
}

uint64_t
history_past (const struct history *t, uint32_t event)
{
  const int32_t *clock = history_clock (t, event);
  uint64_t past = 1;
  assert (event < t->events.count);
  for (size_t p = 0; p < t->threads.count; p++)
    past += clock[p] ? t->events.data[clock[p] - 1].ordinal : 0;
  assert (past <= event + 1);
  return past;
}

void
history_pop (struct history *t, size_t depth)
{
  while (t->events.count > depth) {
    const struct event *e = &VEC_POP (t->events);
    assert (t->threads.data[e->thread].last == t->events.count && e->undo <= t->undo.count && e->races <= t->races.count);
    while (t->released.count > e->released) {
      const struct release *r = &VEC_POP (t->released);
      t->threads.data[r->thread].releases = r->before;
    }
    t->threads.data[e->thread].last = e->pred;
    t->threads.data[e->thread].releases = e->releases;
    while (t->undo.count > e->undo) {
      const struct undo *u = &VEC_POP (t->undo);
      *last_place (t, u->cell, u->how, u->thread) = u->was;
    }
    t->races.count = e->races;
  }
}

void
history_probe (struct history *t, thread_id q, op_id op)
{
  history_threads (t, q + 1);
  cells_grow (t);
  order (t, q, op, op, NONE, history_clock (t, t->events.count));
}

const int32_t *
history_clock_before (struct history *t, const struct race *r)
{
  assert (r->thread < t->threads.count && (r->pred == NONE || r->pred < t->events.count));
  clock_begin (t, r->thread, r->pred, r->releases, t->thread_clock);
  return t->thread_clock;
}

bool
history_earlier (struct history *t, struct race *r)
{
  history_clock_before (t, r);
  assert (r->first < t->events.count && (r->second == NONE || r->first < r->second));
  r->sure = false;
  r->trimmed = false;
  r->cut = NONE;
  r->settled = r->learned = NONE;
  while (r->first-- > 0) {
    const struct event *e = &t->events.data[r->first];
    if (t->thread_clock[e->thread] <= (int32_t) r->first && e->thread != r->thread
        && ops_racing (&t->ops, e->op, r->op))
      return true;
  }
  return false;
}
