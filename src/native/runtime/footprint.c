/* What a step of a thread touches before its next operation: plain memory, which
 * is no step. An exploration that stores states must know, because a data race
 * is no matter of a state alone (docs/stateful.md). Each granule once.
 *
 * Of what it writes, and of what its operation writes, the value before is kept, so that at the end of the step it is known whether that has changed anything:
 * a loop that only writes what is there waits. The hook of a write comes right before it. Not so where a call of ours
 * writes, which may be in a later step, and not where memory may be gone by then: such writes count as changes. */

#include "native/runtime/rt.h"

#include <assert.h>

#include "base/mutant.h"
#include "native/runtime/coroutine.h"
#include "native/runtime/fingerprint.h"
#include "native/runtime/heap.h"
#include "native/runtime/snapshot.h"

#define MOST (1u << 16)


enum where { UNKNOWN, MEMORY, OWN };   /* UNKNOWN: it may not be there at the end of the step; OWN: the thread's stack, or a block that it allocated */

struct footprint {
  struct access access[MOST];
  uint64_t before[MOST];          /* the value of a granule that is written to */
  uint8_t where[MOST];
  const struct op *of;            /* the operation that the step begins with */
  uint64_t was[RT_ACCESSES];      /* the same of what it touches */
  bool is_known_of[RT_ACCESSES];
  bool is_unsure;                 /* there were writes that cannot be compared */
  uint32_t count;
  uint32_t epoch;                 /* of the step */
  struct { uint32_t epoch, number; } table[4 * MOST];   /* of another epoch: free */
  struct op op;
};

void
footprint_init (void)
{
  rt->footprint = own_alloc (sizeof *rt->footprint);
}

/* Can it be read, now and at the end of the step? */
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
  bool is_own_block = address - RT_HEAPS - id * RT_HEAP_ROOM < RT_HEAP_ROOM && !MUTANT (runtime_footprint_blocks);
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
    rt_memset (f->table, 0, sizeof f->table), f->epoch = 1;
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
keep (struct footprint *f, uint32_t number)
{
  const struct access *a = &f->access[number];
  f->where[number] = a->how == ACCESS_WRITE ? where_is (a->object) : UNKNOWN;
  f->is_unsure |= a->how == ACCESS_WRITE && f->where[number] == UNKNOWN;
  if (f->where[number] != UNKNOWN)
    f->before[number] = *(const uint64_t *) (a->object * 8);
}

static void
add (struct footprint *f, uint64_t granule, uint8_t mask, enum access_how how)
{
  uint64_t at = (granule * 8 + how) * 0x9e3779b97f4a7c15u >> 46;
  for (; f->table[at].epoch == f->epoch; at = (at + 1) % (4 * MOST)) {
    struct access *a = &f->access[f->table[at].number];
    if (a->object == granule && a->how == how) {
      a->mask |= mask;
      return;
    }
  }
  if (f->count == MOST)
    rt_internal_error ("a step touches more than %u places: with stored states races would be missed", MOST);
  f->table[at].epoch = f->epoch;
  f->table[at].number = f->count;
  f->access[f->count] = (struct access) {granule, mask, (uint8_t) how};
  keep (f, f->count++);
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

const struct op *
footprint_op (void)
{
  struct footprint *f = rt->footprint;
  f->op = (struct op) {.count = f->count, .access = f->access};
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

/* Of an operation on something else than memory (a lock, a queue) it is not known. */
static bool
is_silent (const struct footprint *f)
{
  for (uint32_t i = 0; i < f->of->count; i++) {
    const struct access *a = &f->of->access[i];
    if (a->how != ACCESS_READ && (a->how != ACCESS_WRITE || !f->is_known_of[i] || is_changed (a, f->was[i])))
      return MUTANT (runtime_footprint_silent);
  }
  return true;
}

void
footprint_changes (struct exec_step *step)
{
  const struct footprint *f = rt->footprint;
  step->silent = is_silent (f);
  step->plain_changes = f->is_unsure || MUTANT (runtime_footprint_all_changes);
  step->own_changes = false;
  for (uint32_t i = 0; i < f->count; i++) {
    bool *changes = f->where[i] == OWN ? &step->own_changes : &step->plain_changes;
    if (f->where[i] != UNKNOWN && !*changes && !MUTANT (runtime_footprint_unchanged))
      *changes = is_changed (&f->access[i], f->before[i]);
  }
}
