/* Operations by number. Explorations execute the same few operations again and again: each distinct list of accesses is
 * kept once, so that events, sleep sets and wakeup trees hold a number, and an operation leads directly to what is stored
 * about its objects.
 *
 *     id = ops_intern (o, op);
 *     ops_dependent (o, a, b);
 *
 * A cell is the part of an object that accesses share: an object and a mask. Cells of one object are linked in a ring. */
#ifndef REDUCE_DYNAMIC_OPS_H
#define REDUCE_DYNAMIC_OPS_H

#include <assert.h>

#include "base/table.h"
#include "base/vec.h"
#include "model/exec.h"

typedef uint32_t op_id;           /* 0: accesses nothing */
typedef uint32_t cell_id;

struct slot {                     /* one access of an operation */
  uint64_t object;
  cell_id cell;
  uint8_t mask, how;
};

struct known_op {
  uint64_t hash;
  uint32_t first, count;          /* slots */
  struct slot only;               /* a copy of the first one: most operations have only one */
  bool waits;                     /* may be disabled: it is guarded, or has a lock or wait access */
  bool conditional, guarded;
  bool sorted;                    /* its slots are sorted by object */
  uint8_t harmless;               /* the field of struct op */
};

struct cell {
  uint64_t object;
  cell_id ring;                   /* next cell of the same object */
  uint8_t mask;
};

struct ops {
  VEC (struct slot) slots;
  VEC (struct known_op) known;
  VEC (struct cell) cells;
  struct table by_accesses, cell_of; /* indices into `known`, and into the cells by object */
  bool shares;                       /* some operation locks in shared mode */
};

void ops_init (struct ops *);
void ops_release (struct ops *);
op_id ops_intern (struct ops *, const struct op *);
bool ops_ordered (const struct ops *, op_id, op_id);   /* never enabled together */
bool ops_racing (const struct ops *, op_id, op_id);    /* dependent, and may be enabled together */
bool ops_blocks (const struct ops *, op_id, op_id waits);   /* the first may block the second, and does not commute with what blocks it */
int ops_shares (const struct ops *, op_id, op_id locks);   /* 1 (-1): the first locks (unlocks) in shared mode what the second locks; else 0 */
bool ops_dependent_slots (const struct ops *, op_id, op_id);

static inline bool
masks_meet (uint8_t a, uint8_t b)
{
  return a & b;
}

static inline bool
ops_dependent (const struct ops *o, op_id a, op_id b)
{
  const struct known_op *x = &o->known.data[a], *y = &o->known.data[b];
  assert (a < o->known.count && b < o->known.count);
  if (!a || !b)
    return false;
  if (x->count == 1 && y->count == 1)
    return x->only.object == y->only.object && masks_meet (x->only.mask, y->only.mask) && access_dependent (x->only.how, y->only.how);
  return ops_dependent_slots (o, a, b);
}

#endif
