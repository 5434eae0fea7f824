/* The plain accesses of a step. An exploration that stores states needs them, because
 * whether there is a data race does not depend on a state alone (docs/stateful.md). Each
 * granule is listed once, in the order of addresses: a step may fill a buffer of
 * megabytes, and two lists are compared by walking through both (reduce/dynamic/ops.c).
 *
 * The value before each write, by the step or its operation, is kept, so that at the end
 * of the step it is known whether anything has changed: a loop that only writes equal
 * values is a waiting loop. The hook is called right before the write. Writes by functions
 * of the runtime, which may come in a later step, and to memory that may be freed by then
 * count as changes. */

#include "base/table.h"
#include "native/runtime/core/rt.h"

#include <assert.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/state/snapshot.h"

enum { FEW = 1024 };               /* initial capacity: a power of two */

enum where { UNKNOWN, MEMORY, OWN };   /* UNKNOWN: perhaps unmapped at the end of the step; OWN: the thread's stack, or a block that it allocated */

struct touched {
  struct access access;
  uint64_t before;                /* the value of a granule that is written to */
  enum where where;
};

struct slot { uint32_t epoch, number; };   /* free if of another epoch */

struct footprint {
  struct touched *touched;
  uint32_t count, room;
  struct slot *table;             /* 4 * room slots */
  uint32_t epoch;                 /* of the step */
  struct access *sorted;          /* the list for the exploration */
  const struct op *of;            /* the operation at the beginning of the step */
  uint64_t was[RT_ACCESSES];      /* values before it, by its accesses as announced */
  bool is_known_of[RT_ACCESSES];
  bool is_unsure;                 /* some writes cannot be compared */
  struct op op;
};

static void
make_room (struct footprint *f, uint32_t room)
{
  f->room = room;
  f->touched = mem_realloc (f->touched, room * sizeof *f->touched);
  mem_free (f->table);
  mem_free (f->sorted);
  f->table = mem_zalloc (4 * (size_t) room * sizeof *f->table);
  f->sorted = mem_alloc (room * sizeof *f->sorted);
  f->epoch = 1;
}

void
footprint_init (void)
{
  rt->footprint = own_alloc (sizeof *rt->footprint);
  make_room (rt->footprint, FEW);
}

/* True if the granule is mapped, now and at the end of the step. */
static bool
is_memory (uint64_t granule)
{
  uintptr_t address = granule * 8;
  return !(granule >> 63) && (is_heap (address) || snapshot_has (address));
}

static enum where
where_is (uint64_t granule)
{
  uintptr_t address = granule * 8, id = rt->current->id;
  bool is_own_block = address - RT_HEAPS - id * RT_HEAP_ROOM < RT_HEAP_ROOM && !reuse_is_active ();
  if (address - RT_STACKS - id * RT_STACK_ROOM < RT_STACK_ROOM || is_own_block)
    return OWN;
  return is_memory (granule) ? MEMORY : UNKNOWN;
}

void
footprint_begin (const struct op *op)
{
  struct footprint *f = rt->footprint;
  f->count = 0;
  f->is_unsure = false;
  if (++f->epoch == 0)
    rt_memset (f->table, 0, 4 * (size_t) f->room * sizeof *f->table), f->epoch = 1;
  assert (op == &rt->step.exec.op && op->count <= RT_ACCESSES);
  f->of = op;
  for (uint32_t i = 0; i < op->count; i++) {
    f->is_known_of[i] = is_memory (op->access[i].object);
    f->was[i] = f->is_known_of[i] ? *(const uint64_t *) (op->access[i].object * 8) : 0;
  }
}

void
footprint_unsure (void)
{
  rt->footprint->is_unsure = true;
}

static void
keep (struct footprint *f, struct touched *t)
{
  bool is_write = t->access.how == ACCESS_WRITE;
  t->where = is_write ? where_is (t->access.object) : UNKNOWN;
  f->is_unsure |= is_write && t->where == UNKNOWN;
  if (t->where != UNKNOWN)
    t->before = *(const uint64_t *) (t->access.object * 8);
}

/* The slot of the granule, or the free slot where it belongs. */
static struct slot *
find (struct footprint *f, uint64_t granule, enum access_how how)
{
  size_t slots = 4 * (size_t) f->room, at = table_hash (granule * 8 + how) >> 32 & (slots - 1);
  assert (f->count < f->room && !(slots & (slots - 1)));
  for (; f->table[at].epoch == f->epoch; at = (at + 1) & (slots - 1)) {
    const struct access *a = &f->touched[f->table[at].number].access;
    if (a->object == granule && a->how == how)
      break;
  }
  return &f->table[at];
}

static void
grow (struct footprint *f)
{
  if (f->room == 1u << 29)
    rt_internal_error ("a step touches more than %u places", f->room);
  make_room (f, 2 * f->room);
  for (uint32_t i = 0; i < f->count; i++)
    *find (f, f->touched[i].access.object, (enum access_how) f->touched[i].access.how) = (struct slot) {f->epoch, i};
}

static void
add (struct footprint *f, uint64_t granule, uint8_t mask, enum access_how how)
{
  struct slot *slot = find (f, granule, how);
  if (slot->epoch == f->epoch) {
    f->touched[slot->number].access.mask |= mask;
    return;
  }
  *slot = (struct slot) {f->epoch, f->count};
  struct touched *t = &f->touched[f->count++];
  *t = (struct touched) {.access = {granule, mask, (uint8_t) how}};
  keep (f, t);
  if (f->count == f->room)
    grow (f);
}

void
footprint_access (uintptr_t address, size_t bytes, enum access_how how)
{
  while (bytes) {
    uint32_t first = address % 8, here = bytes < 8 - first ? (uint32_t) bytes : 8 - first;
    add (rt->footprint, address / 8, (uint8_t) (((1u << here) - 1) << first), how);
    address += here;
    bytes -= here;
  }
}

static bool
is_before (const struct access *a, const struct access *b)
{
  return a->object < b->object || (a->object == b->object && a->how < b->how);
}

/* The list is mostly sorted already. */
static void
sort (struct access *a, uint32_t count)
{
  bool is_sorted = true;
  for (uint32_t i = 1; i < count && is_sorted; i++)
    is_sorted = is_before (&a[i - 1], &a[i]);
  for (uint32_t gap = is_sorted ? 0 : count / 2; gap; gap = gap > 2 ? gap * 5 / 11 : gap / 2)
    for (uint32_t i = gap; i < count; i++) {
      struct access moved = a[i];
      uint32_t k = i;
      for (; k >= gap && is_before (&moved, &a[k - gap]); k -= gap)
        a[k] = a[k - gap];
      a[k] = moved;
    }
}

const struct op *
footprint_op (void)
{
  struct footprint *f = rt->footprint;
  for (uint32_t i = 0; i < f->count; i++)
    f->sorted[i] = f->touched[i].access;
  sort (f->sorted, f->count);
  for (uint32_t i = 1; i < f->count; i++)
    assert (is_before (&f->sorted[i - 1], &f->sorted[i]));
  f->op = (struct op) {.count = f->count, .access = f->sorted};
  return f->count ? &f->op : NULL;
}

static uint64_t
bytes_of (uint8_t mask)
{
  uint64_t bytes = 0;
  for (unsigned i = 0; i < 8; i++)
    bytes |= (mask >> i & 1 ? (uint64_t) 0xff : 0) << 8 * i;
  return bytes;
}

static bool
is_changed (const struct access *a, uint64_t before)
{
  return ((*(const uint64_t *) (a->object * 8) ^ before) & bytes_of (a->mask)) != 0;
}

/* True if the operation has changed no memory. False if that is not known: if it writes other objects (a lock, a queue), or
 * is an atomic section, whose accesses are others than announced. */
static bool
is_silent (const struct footprint *f)
{
  bool is_known = f->of->access == rt->step.access;
  assert (!is_known || f->of->count <= RT_ACCESSES);
  for (uint32_t i = 0; i < f->of->count && is_known; i++) {
    const struct access *a = &f->of->access[i];
    if (a->how != ACCESS_READ && (a->how != ACCESS_WRITE || !f->is_known_of[i] || is_changed (a, f->was[i])))
      return false;
  }
  return is_known;
}

void
footprint_changes (struct exec_step *step)
{
  const struct footprint *f = rt->footprint;
  step->silent = is_silent (f);
  step->plain_changes = f->is_unsure;
  step->own_changes = false;
  for (uint32_t i = 0; i < f->count; i++) {
    const struct touched *t = &f->touched[i];
    bool *changes = t->where == OWN ? &step->own_changes : &step->plain_changes;
    if (t->where != UNKNOWN && !*changes)
      *changes = is_changed (&t->access, t->before);
  }
}
