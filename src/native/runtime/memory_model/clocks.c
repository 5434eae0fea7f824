/* Happens-before, as C11 and C++20 define it.
 *
 * Idea: each thread has a vector clock of what happens before its next event. A
 * release leaves the thread's clock with the object, an acquire joins it to the
 * reader's. A relaxed write leaves what its thread knew at its last release
 * fence; a relaxed read keeps what it finds for its thread's next acquire fence.
 * A release sequence is its head and the read-modify-writes that follow it
 * (C++20: no other stores of the head's thread): such an update adds to the
 * object's clock, a store replaces it. Consume counts as acquire; volatile
 * accesses are plain.
 * Source: ISO C11 5.1.2.4, C++20 [intro.races], [atomics.fences]; the clocks as
 * in C. Flanagan, S. Freund, "FastTrack: Efficient and precise dynamic race
 * detection", PLDI 2009.
 * Why that is sound: a clock per object is enough because every execution here is
 * sequentially consistent: a read always reads the latest write. */

#include "native/runtime/memory_model/clocks.h"

#include <assert.h>

#include "base/mem.h"
#include "base/table.h"
#include "native/runtime/memory_model/robust.h"
#include "native/runtime/state/undo.h"

#define OBJECTS (1u << 22)

/* The clocks that an acquire of the object joins. */
struct object {
  uint64_t address;
  struct knowledge *known;
};

void
clocks_init (void)
{
  rt->clocks = own_alloc (sizeof *rt->clocks);
  rt->clocks->objects = own_alloc (OBJECTS * sizeof *rt->clocks->objects);
  clock_of (0)[0] = 1;
}

static size_t
clock_bytes (void)
{
  return rt->nthreads * sizeof (uint32_t);
}

void
clock_join (uint32_t *to, const uint32_t *from)
{
  undo_save (to, clock_bytes ());
  clock_merge (to, from);
}

#ifndef NDEBUG
/* No clock is ahead of the thread whose epochs it counts. */
static bool
is_plausible (const struct knowledge *k)
{
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (k->clock[KNOWS_HB][i] > clock_of (i)[i])
      return false;
  return true;
}
#endif

void
clock_copy (uint32_t *to, const uint32_t *from)
{
  assert (to != from);
  undo_save (to, clock_bytes ());
  rt_memcpy (to, from, clock_bytes ());
}

static int
kept (void)
{
  return rt->weak ? KNOWS : 1;
}

static void
learn (struct knowledge *to, const struct knowledge *from)
{
  for (int k = 0; k < kept (); k++)
    clock_join (to->clock[k], from->clock[k]);
}

static void
replace (struct knowledge *to, const struct knowledge *from)
{
  for (int k = 0; k < kept (); k++)
    clock_copy (to->clock[k], from->clock[k]);
}

/* Called after a release: the thread's later events are not part of it. */
void
clock_tick (thread_id t)
{
  assert (t < rt->nthreads && !rt->replaying);
  uint32_t *c = &clock_of (t)[t];
  undo_save (c, sizeof *c);
  ++*c;
  assert (*c);
}

static struct object *
object_find (const void *address)
{
  struct clocks *c = rt->clocks;
  uint64_t key = (uint64_t) (uintptr_t) address;
  size_t i = table_hash (key) >> 42;
  for (;; i = (i + 1) % OBJECTS) {
    struct object *o = &c->objects[i];
    if (o->address == key)
      return o;
    if (!o->address) {
      if (++c->nobjects > OBJECTS / 2)
        rt_internal_error ("the program synchronises by more than %u objects", OBJECTS / 2);
      o->address = key;
      o->known = own_alloc ((size_t) kept () * sizeof o->known->clock[0]);
      return o;
    }
  }
}

static bool
is_off (void)
{
  return rt->replaying || !rt->current;
}

/* ---- locks, threads, ... ---- */

/* The clocks of the current thread, which synchronises; NULL: clocks are not kept now. */
static struct knowledge *
synchronise (void)
{
  if (is_off ())
    return NULL;
  if (rt->weak)
    robust_synchronise (rt->current->id);
  return &rt->clocks->threads[rt->current->id].now;
}

void
race_acquire (const void *address)
{
  struct knowledge *mine = synchronise ();
  if (mine)
    learn (mine, object_find (address)->known);
  assert (!mine || is_plausible (mine));
}

static void
release_to (struct knowledge *to)
{
  learn (to, &rt->clocks->threads[rt->current->id].now);
  clock_tick (rt->current->id);
}

void
race_release (const void *address)
{
  if (synchronise ())
    release_to (object_find (address)->known);
}

void
race_after (thread_id later)
{
  if (synchronise ())
    release_to (&rt->clocks->threads[later].now);
}

void
race_thread (thread_id child, thread_id creator)
{
  struct thread_clocks *c = &rt->clocks->threads[child];
  assert (child != creator && child < rt->nthreads);
  if (rt->weak)
    robust_synchronise (creator);
  replace (&c->now, &rt->clocks->threads[creator].now);
  clock_tick (child);
}

/* ---- atomic accesses and fences ---- */

static bool
acquires (int order)
{
  if (order == __ATOMIC_CONSUME)
    return true;
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static bool
releases (int order)
{
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void
read_atomic (struct thread_clocks *me, const struct object *o, int order)
{
  if (acquires (order))
    learn (&me->now, o->known);
  else
    learn (&me->pending, o->known);
}

static void
write_atomic (struct thread_clocks *me, struct object *o, int order, bool updates)
{
  const struct knowledge *told = releases (order) ? &me->now : &me->released;
  if (updates)
    learn (o->known, told);
  else
    replace (o->known, told);
}

/* Where accesses of different sizes overlap, each is split into parts of the smallest size. */
static struct rt_atomic
part_of (const struct rt_atomic *a, uint32_t unit, uint32_t at)
{
  struct rt_atomic p = *a;
  assert (unit && at < a->bytes && (a->bytes % unit == 0 || unit > a->bytes));
  if (unit >= a->bytes)
    return p;
  uint64_t mask = unit < 8 ? (1ull << 8 * unit) - 1 : UINT64_MAX;
  p.is_part = true;
  p.address += at;
  p.bytes = unit;
  p.before = at < 8 ? a->before >> 8 * at & mask : 0;
  p.after = at < 8 ? a->after >> 8 * at & mask : 0;
  return p;
}

void
race_atomic (const struct rt_atomic *a)
{
  if (is_off ()) {
    race_access (a->address, a->bytes, a->writes ? RACE_ATOMIC_WRITE : RACE_ATOMIC_READ, a->pc);
    return;
  }
  struct thread_clocks *me = &rt->clocks->threads[rt->current->id];
  uint32_t unit = rt->weak ? robust_unit (a) : a->bytes;
  for (uint32_t i = 0; i < a->bytes && rt->weak; i += unit) {
    struct rt_atomic part = part_of (a, unit, i);
    robust_check (&part);
  }
  for (uint32_t i = 0; i < a->bytes && a->reads; i += unit)
    read_atomic (me, object_find ((const void *) (a->address + i)), a->order);
  race_access (a->address, a->bytes, a->writes ? RACE_ATOMIC_WRITE : RACE_ATOMIC_READ, a->pc);
  for (uint32_t i = 0; i < a->bytes && rt->weak; i += unit) {
    struct rt_atomic part = part_of (a, unit, i);
    robust_record (&part);
  }
  for (uint32_t i = 0; i < a->bytes && a->writes; i += unit)
    write_atomic (me, object_find ((const void *) (a->address + i)), a->order, a->reads);
  assert (is_plausible (&me->now) && is_plausible (&me->pending));
  if (a->writes && releases (a->order))
    clock_tick (rt->current->id);
}

void
race_futex_look (const uint32_t *word, uint32_t found, uint64_t pc)
{
  if (rt->weak && !is_off ())
    robust_futex_wait (word);
  race_atomic (&(struct rt_atomic) {.address = (uintptr_t) word, .bytes = sizeof *word, .reads = true, .order = __ATOMIC_RELAXED,
                                    .before = found, .pc = pc});
}

void
race_futex_wake (const uint32_t *word)
{
  if (rt->weak && !is_off ())
    robust_futex_wake (word);
}

void
race_fence (int order)
{
  if (is_off ())
    return;
  thread_id id = rt->current->id;
  struct thread_clocks *me = &rt->clocks->threads[id];
  if (acquires (order))
    learn (&me->now, &me->pending);
  if (rt->weak)
    robust_fence (order == __ATOMIC_SEQ_CST);
  if (!releases (order))
    return;
  replace (&me->released, &me->now);
  clock_tick (id);
}
