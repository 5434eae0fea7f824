/* What a step of a thread touches before its next operation: plain memory, which
 * is no step. An exploration that stores states must know, because a data race
 * is no matter of a state alone (docs/stateful.md). Each granule once.
 *
 * Of what it writes the value before is kept, so that at the end of the step it is known whether that has changed anything:
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

enum where { UNKNOWN, MEMORY, OWN_STACK };

struct footprint {
  struct access access[MOST];
  uint64_t before[MOST];          /* the value of a granule that is written to, unless it is UNKNOWN */
  uint8_t where[MOST];
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

void
footprint_begin (void)
{
  struct footprint *f = rt->footprint;
  f->count = 0;
  f->is_unsure = false;
  if (++f->epoch == 0)
    rt_memset (f->table, 0, sizeof f->table), f->epoch = 1;
}

void
footprint_unsure (void)
{
  rt->footprint->is_unsure = true;
}

/* Where it can be read, now and at the end of the step. */
static enum where
where_is (uint64_t granule)
{
  uintptr_t address = granule * 8;
  if (address - RT_STACKS - rt->current->id * (uintptr_t) RT_STACK_ROOM < RT_STACK_ROOM)
    return OWN_STACK;
  return is_heap (address) || snapshot_has (address) ? MEMORY : UNKNOWN;
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

void
footprint_changes (bool *memory, bool *stack)
{
  const struct footprint *f = rt->footprint;
  *memory = f->is_unsure || MUTANT (runtime_footprint_all_changes);
  *stack = false;
  for (uint32_t i = 0; i < f->count; i++) {
    bool *changes = f->where[i] == OWN_STACK ? stack : memory;
    if (f->where[i] != UNKNOWN && !*changes && !MUTANT (runtime_footprint_unchanged))
      *changes = ((*(const uint64_t *) (f->access[i].object * 8) ^ f->before[i]) & bytes_of (f->access[i].mask)) != 0;
  }
}
