/* What a step of a thread touches before its next operation: plain memory, which
 * is no step. An exploration that stores states must know, because a data race
 * is no matter of a state alone (docs/stateful.md). Each granule once. */

#include "native/runtime/rt.h"

#include <assert.h>

#include "native/runtime/fingerprint.h"

#define MOST (1u << 16)

struct footprint {
  struct access access[MOST];
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
  if (++f->epoch == 0)
    rt_memset (f->table, 0, sizeof f->table), f->epoch = 1;
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
  f->access[f->count++] = (struct access) {granule, mask, (uint8_t) how};
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
