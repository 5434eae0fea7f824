/* Checkpoints: rewinding without repeating all steps.
 *
 * Idea: rewinding restores the program as it was before main and repeats the steps up to the wanted depth; in a long
 * execution these are many for a few new ones. So some states on the way are copied: everything that rt_start_execution
 * sets up, with its contents in that state. That is the memory of the program and its libraries (the pages that were ever
 * written), stacks, heaps with their marks and zones, files, and the runtime's table of threads. Clocks, the accesses that
 * may race, and everything else that is not changed by repeated steps is restored by the undo log, wherever repeating begins.
 *
 *     main ─────────────● c1 ───────● c2 ───● c3 ─● c4 ··· depth to rewind to
 *                       half way    half of the rest
 *
 * Copies are made while steps are repeated: at half of the distance from the last one, then half of the rest, and so on,
 * because a depth-first search mostly rewinds to late states. A copy can be used as long as the steps that led there are
 * those of the present execution: rewinding further drops it.
 * Cost: a page that is equal in the copy before is shared with it. Making copies takes at most a share of the time for
 * repeating, because each copy must be earned by repeated steps; if executions are short none is made. Their memory is
 * bounded: beyond the bound every second copy is dropped.
 * Why that is sound: docs/checkpoints.md. Debug builds compare: after steps were repeated from a copy, they are repeated
 * from main, and everything that a copy holds must be equal. */

#include "native/runtime/core/rt.h"

#include <assert.h>

#include "base/vec.h"
#include "native/runtime/state/checkpoint.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/files/files.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/state/kernel.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/memory/zones.h"

enum {
  PAGE = 4096,
  LEAST = 96,                     /* fewer steps are always repeated from the last copy */
  STEPS_OF_PAGE = 6,              /* steps that take as long as copying a page */
  SHARE = 4,                      /* copies take at most 1 / SHARE of the time for repeating */
  BATCH = 16,
};
static const size_t most_bytes = 64u << 20;

struct copy {
  uint32_t count;                 /* of checkpoints that share it */
  struct copy *next;              /* of spare ones */
  _Alignas (64) char bytes[PAGE];
};

struct page {
  char *at;
  struct copy *copy;              /* NULL: equal to before main */
};

/* The pages: first those of the snapshot, in its order, then all others by address. */
struct checkpoint {
  size_t depth;
  size_t nhot;
  VEC (struct page) pages;
  VEC (char) table;               /* the runtime's own data of the execution */
};

#ifndef NDEBUG
struct looked {
  VEC (char) bytes;
  size_t npages, at;
};
#endif

struct checkpoints {
  VEC (struct checkpoint) all;    /* by depth */
  VEC (struct checkpoint) spare;  /* dropped; their vectors are reused */
  struct copy *free;
  size_t bytes;                   /* of all copies in use, and tables */
  uint64_t earned;                /* steps repeated, less what copies have cost since */
#ifndef NDEBUG
  uint64_t restored;
  struct looked looked;
  bool thinned;                   /* some were dropped for memory since there were none */
#endif
};

static struct checkpoints *
checkpoints (void)
{
  if (!rt->checkpoints)
    rt->checkpoints = own_alloc (sizeof *rt->checkpoints);
  return rt->checkpoints;
}

/* ---- copies of pages ---- */

static struct copy *
copy_new (struct checkpoints *all, const char *from)
{
  if (!all->free) {
    struct copy *more = own_alloc (BATCH * sizeof *more);
    for (size_t i = 0; i < BATCH; i++) {
      more[i].next = all->free;
      all->free = &more[i];
    }
  }
  struct copy *c = all->free;
  assert (!c->count);
  all->free = c->next;
  all->bytes += sizeof *c;
  c->count = 1;
  rt_memcpy (c->bytes, from, PAGE);
  return c;
}

static void
copy_release (struct checkpoints *all, struct copy *c)
{
  assert (!c || c->count);
  if (!c || --c->count)
    return;
  c->next = all->free;
  all->free = c;
  assert (all->bytes >= sizeof *c);
  all->bytes -= sizeof *c;
}

static bool
is_same (const char *a, const char *b)
{
  const uint64_t *p = (const uint64_t *) a, *q = (const uint64_t *) b;
  for (size_t i = 0; i < PAGE / sizeof *p; i += 8) {
    uint64_t differs = 0;
    for (size_t k = i; k < i + 8; k++)
      differs |= p[k] ^ q[k];
    if (differs)
      return false;
  }
  return true;
}

/* ---- the runtime's own data: written and read by the same functions ---- */

struct table {
  struct checkpoint *checkpoint;
  size_t at;
  bool reads;
};

static void
part (struct table *t, void *where, size_t bytes)
{
  struct checkpoint *c = t->checkpoint;
  if (!t->reads) {
    VEC_RESERVE (c->table, t->at + bytes);
    c->table.count = t->at + bytes;
  }
  assert (t->at + bytes <= c->table.count);
  rt_memcpy (t->reads ? where : c->table.data + t->at, t->reads ? c->table.data + t->at : where, bytes);
  t->at += bytes;
}

static void
thread_parts (struct table *table, struct rt_thread *t)
{
  part (table, &t->state, sizeof t->state);
  if (t->state == RT_ABSENT)
    return;
  part (table, t, offsetof (struct rt_thread, values));
  uint32_t frames = t->depth < RT_FRAMES ? t->depth : RT_FRAMES;
  part (table, t->values, rt_keys () * sizeof *t->values);
  part (table, t->shared, t->nshared * sizeof *t->shared);
  part (table, t->visits, t->await.nvisits * sizeof *t->visits);
  part (table, t->polls, t->await.npolls * sizeof *t->polls);
  part (table, t->frames, frames * sizeof *t->frames);
  part (table, t->levels, frames * sizeof *t->levels);
}

/* Restored after the program's memory, which has the number of keys. */
static void
all_parts (struct table *table)
{
  size_t nthreads = rt->nthreads, nmaps = kernel_maps ();
  part (table, &rt->run, sizeof rt->run);
  part (table, &nthreads, sizeof nthreads);
  part (table, &nmaps, sizeof nmaps);
  kernel_forget_maps (nmaps);
  assert (nthreads <= rt->nthreads);
  for (size_t i = 0; i < nthreads; i++)
    thread_parts (table, &rt->threads[i]);
  part (table, &rt->sections.ntouched, sizeof rt->sections.ntouched);
  part (table, rt->sections.touched, sizeof rt->sections.touched);
  for (thread_id i = 0; i < nthreads && rt->fingerprints; i++)
    part (table, fingerprint_pending (i), FINGERPRINT_PENDING);
}

/* ---- memory ---- */

typedef void range_fn (void *context, uintptr_t from, uintptr_t end);

/* A thread's live stack and its thread-local storage; and the part of the stack that was cleared at its start, which a
 * program may read uninitialised: that is copied, but not compared. The stack of a thread that has ended is not used by any
 * other thread (race_stack_ends). */
static void
stack_ranges (range_fn *range, void *context, bool copied)
{
  for (size_t i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *t = &rt->threads[i];
    uintptr_t end = RT_STACKS + (i + 1) * (uintptr_t) RT_STACK_ROOM, from = copied ? rt_stack_top ((thread_id) i) - RT_STACK_CLEARED : end - tls_bytes ();
    if (t->state != RT_ABSENT && t->state != RT_ENDED)
      range (context, (uintptr_t) t->sp < from ? (uintptr_t) t->sp : from, end);
  }
}

static void
all_ranges (range_fn *range, void *context, bool copied)
{
  stack_ranges (range, context, copied);
  heap_ranges (range, context);
  heap_mark_ranges (range, context);
  files_ranges (range, context);
  zones_ranges (range, context);
}

static void
count_range (void *context, uintptr_t from, uintptr_t end)
{
  if (from < end)
    *(size_t *) context += (end + PAGE - 1) / PAGE - from / PAGE;
}

static size_t
count_pages (void)
{
  size_t n = snapshot_pages ()->count;
  all_ranges (count_range, &n, true);
  return n;
}

struct making {
  struct checkpoints *all;
  struct checkpoint *made;
  const struct checkpoint *before; /* NULL: it is the first */
  size_t next;                    /* index there, among those by address */
};

static void
make_page (struct making *m, char *at)
{
  const struct checkpoint *b = m->before;
  assert (m->made->pages.count == m->made->nhot || VEC_LAST (m->made->pages).at < at);
  while (b && m->next < b->pages.count && b->pages.data[m->next].at < at)
    m->next++;
  struct copy *c = b && m->next < b->pages.count && b->pages.data[m->next].at == at ? b->pages.data[m->next].copy : NULL;
  if (c && is_same (c->bytes, at))
    c->count++;
  else
    c = copy_new (m->all, at);
  VEC_PUSH (m->made->pages, (struct page) {at, c});
}

static void
make_range (void *context, uintptr_t from, uintptr_t end)
{
  struct making *m = context;
  for (from &= ~(uintptr_t) (PAGE - 1); from < end; from += PAGE)
    if (!m->made->pages.count || VEC_LAST (m->made->pages).at != (char *) from)
      make_page (m, (char *) from);
}

static void
make_hot (struct making *m)
{
  const struct snapshot_pages *s = snapshot_pages ();
  for (size_t i = 0; i < s->count; i++) {
    struct copy *c = m->before && i < m->before->nhot ? m->before->pages.data[i].copy : NULL;
    if (c ? is_same (c->bytes, s->data[i].at) : is_same (s->data[i].before, s->data[i].at)) {
      if (c)
        c->count++;
    } else
      c = copy_new (m->all, s->data[i].at);
    VEC_PUSH (m->made->pages, (struct page) {s->data[i].at, c});
  }
  m->made->nhot = m->made->pages.count;
}

/* ---- dropping copies ---- */

static void
release (struct checkpoints *all, struct checkpoint *c)
{
  for (size_t i = 0; i < c->pages.count; i++)
    copy_release (all, c->pages.data[i].copy);
  assert (all->bytes >= c->table.count);
  all->bytes -= c->table.count;
  c->pages.count = c->table.count = 0;
  VEC_PUSH (all->spare, *c);
}

void
checkpoints_drop (size_t depth)
{
  struct checkpoints *all = rt->checkpoints;
  while (all && all->all.count && VEC_LAST (all->all).depth > depth) {
    release (all, &VEC_LAST (all->all));
    all->all.count--;
  }
}

/* Drops every second copy; the last one is kept. */
static void
thin_out (struct checkpoints *all)
{
  size_t kept = 0, count = all->all.count;
  for (size_t i = 0; i < count; i++)
    if ((count - i) % 2)
      all->all.data[kept++] = all->all.data[i];
    else
      release (all, &all->all.data[i]);
  all->all.count = kept;
#ifndef NDEBUG
  all->thinned = true;
#endif
}

static size_t
bytes_allowed (void)
{
  uint64_t share = rt->orders.memory * 5;      /* an eighth of the limit of the process */
  return share < most_bytes ? (size_t) share : most_bytes;
}

/* ---- taking and restoring ---- */

void
checkpoint_take (void)
{
  struct checkpoints *all = checkpoints ();
  assert (!rt->current && !rt->replaying && rt->snapshot && !rt->trial);
  assert (!all->all.count || VEC_LAST (all->all).depth < rt->run.depth);
  struct checkpoint c = {0};
#ifndef NDEBUG
  all->thinned &= all->all.count > 0;
#endif
  if (all->spare.count)
    c = VEC_POP (all->spare);
  c.depth = rt->run.depth;
  struct making m = {.all = all, .made = &c, .before = all->all.count ? &VEC_LAST (all->all) : NULL};
  make_hot (&m);
  m.next = m.before ? m.before->nhot : 0;
  all_ranges (make_range, &m, true);
  all_parts (&(struct table) {.checkpoint = &c});
  all->bytes += c.table.count;
  VEC_PUSH (all->all, c);
  while (all->bytes > bytes_allowed () && all->all.count > 1)
    thin_out (all);
}

bool
checkpoint_restore (void)
{
  struct checkpoints *all = rt->checkpoints;
  if (!all || !all->all.count)
    return false;
  struct checkpoint *c = &VEC_LAST (all->all);
  const struct snapshot_pages *s = snapshot_pages ();
  assert (!rt->current && !rt->replaying && c->nhot <= c->pages.count && c->nhot <= s->count);
  zones_leave_stacks ();
  heap_clear ();
  files_clear ();
  for (size_t i = 0; i < rt->nthreads; i++)
    rt->threads[i].state = RT_ABSENT;
  for (size_t i = 0; i < c->pages.count; i++)
    rt_memcpy (c->pages.data[i].at, c->pages.data[i].copy ? c->pages.data[i].copy->bytes : s->data[i].before, PAGE);
  for (size_t i = c->nhot; i < s->count; i++)
    rt_memcpy (s->data[i].at, s->data[i].before, PAGE);
  struct table table = {.checkpoint = c, .reads = true};
  all_parts (&table);
  assert (table.at == c->table.count && rt->run.depth == c->depth);
#ifndef NDEBUG
  all->restored++;
#endif
  return true;
}

/* The number of steps before the next copy. */
static size_t
distance (struct checkpoints *all, size_t left)
{
  size_t pages = count_pages (), costs = pages * STEPS_OF_PAGE * SHARE;
  if (left < 2 * pages || all->earned < costs || pages * PAGE > bytes_allowed ())
    return left;
  all->earned -= costs;
  return left / 2;
}

size_t
checkpoint_next (size_t to)
{
  uint64_t every = rt->orders.checkpoints;
  size_t from = rt->run.depth, left = to - from;
  assert (from <= to);
  if (every == WIRE_CHECKPOINTS_OFF || left < (every ? every : LEAST) || !rt->snapshot || kernel_holds ())
    return to;
  if (every)
    return from + every;
  struct checkpoints *all = checkpoints ();
  size_t steps = distance (all, left);
  assert (steps && steps <= left);
  all->earned += steps;
  return from + steps;
}

/* ---- checking ---- */

#ifndef NDEBUG
static void
look_at_range (void *context, uintptr_t from, uintptr_t end)
{
  struct looked *l = context;
  VEC_RESERVE (l->bytes, l->bytes.count + (end - from));
  rt_memcpy (l->bytes.data + l->bytes.count, (const void *) from, end - from);
  l->bytes.count += end - from;
}

static void
compare_range (void *context, uintptr_t from, uintptr_t end)
{
  struct looked *l = context;
  for (uintptr_t at = from; at < end; at++, l->at++)
    if (l->at >= l->bytes.count || l->bytes.data[l->at] != *(const char *) at)
      rt_internal_error ("internal error: step %zu, repeated from a copy: the byte at %lx of %lx..%lx is %x and should be %x", rt->run.depth,
                         at, from, end, (unsigned char) (l->at < l->bytes.count ? l->bytes.data[l->at] : 0), *(const unsigned char *) at);
}

static void
whole_state (range_fn *range, struct looked *l)
{
  struct checkpoint scratch = {0};
  for (size_t i = 0; i < l->npages; i++) {
    uintptr_t at = (uintptr_t) snapshot_pages ()->data[i].at;
    range (l, at, at + PAGE);
  }
  all_ranges (range, l, false);
  all_parts (&(struct table) {.checkpoint = &scratch});
  range (l, (uintptr_t) scratch.table.data, (uintptr_t) scratch.table.data + scratch.table.count);
  VEC_FREE (scratch.table);
}

void
checkpoint_look (void)
{
  struct looked *l = &rt->checkpoints->looked;
  l->bytes.count = l->at = 0;
  l->npages = snapshot_pages ()->count;
  whole_state (look_at_range, l);
}

bool
checkpoint_is_same (void)
{
  whole_state (compare_range, &rt->checkpoints->looked);
  return rt->checkpoints->looked.at == rt->checkpoints->looked.bytes.count;
}

/* Where repeating stops for a copy, other data is left below the end of a thread's stack, and later frames may contain it
 * where they write nothing: for a comparison steps must be repeated with the same stops. */
bool
checkpoint_is_doubted (void)
{
  static const uint64_t always = 1000, sometimes = 1024;
  uint64_t n = rt->checkpoints->restored;
  return (n < always || n % sometimes == 0) && !rt->checkpoints->thinned;
}

size_t
checkpoint_after (size_t depth, size_t most)
{
  for (size_t i = 0; i < rt->checkpoints->all.count; i++)
    if (rt->checkpoints->all.data[i].depth > depth)
      return rt->checkpoints->all.data[i].depth;
  return most;
}
#endif
