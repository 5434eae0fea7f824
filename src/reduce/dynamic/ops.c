/* Operations by number: access lists and cells. See ops.h. */

#include "reduce/dynamic/ops.h"

#include <assert.h>
#include <string.h>

#include "base/digest.h"

void
ops_init (struct ops *o)
{
  memset (o, 0, sizeof *o);
  VEC_PUSH (o->known, (struct known_op){0});
}

void
ops_release (struct ops *o)
{
  VEC_FREE (o->slots);
  VEC_FREE (o->known);
  VEC_FREE (o->cells);
  table_release (&o->by_accesses);
  table_release (&o->cell_of);
}

static cell_id
cell_intern (struct ops *o, uint64_t object, uint8_t mask)
{
  uint64_t hash = digest_mix (object);
  cell_id same = UINT32_MAX;
  for (struct table_probe p = table_probe (hash); table_next (&o->cell_of, &p);) {
    if (o->cells.data[p.number].object != object)
      continue;
    if (o->cells.data[p.number].mask == mask)
      return p.number;
    same = p.number;
  }
  cell_id made = (cell_id) o->cells.count;
  VEC_PUSH (o->cells, (struct cell){.object = object, .mask = mask, .ring = made});
  if (same != UINT32_MAX) {
    o->cells.data[made].ring = o->cells.data[same].ring;
    o->cells.data[same].ring = made;
  }
  assert (mask);
  table_add (&o->cell_of, hash, made);
  return made;
}

static bool
same_accesses (const struct ops *o, const struct known_op *k, const struct op *op)
{
  if (k->count != op->count || k->conditional != op->conditional || k->guarded != op->guarded || k->harmless != op->harmless)
    return false;
  for (uint32_t i = 0; i < op->count; i++) {
    const struct slot *s = &o->slots.data[k->first + i];
    const struct access *a = &op->access[i];
    if (s->object != a->object || s->mask != a->mask || s->how != a->how)
      return false;
  }
  return true;
}

static op_id
op_add (struct ops *o, const struct op *op, uint64_t hash)
{
  struct known_op k = {
    .hash = hash, .first = (uint32_t) o->slots.count, .count = op->count, .conditional = op->conditional,
    .guarded = op->guarded, .waits = op->guarded, .sorted = true, .harmless = op->harmless,
  };
  for (uint32_t i = 0; i < op->count; i++) {
    const struct access *a = &op->access[i];
    assert (a->how < ACCESS_HOWS && a->mask);
    k.sorted &= !i || a[-1].object <= a->object;
    o->shares |= a->how == ACCESS_LOCK_SHARED;
    k.waits |= a->how == ACCESS_LOCK || a->how == ACCESS_LOCK_SHARED || a->how == ACCESS_WAIT;
    cell_id cell = cell_intern (o, a->object, a->mask);
    VEC_PUSH (o->slots, (struct slot){.object = a->object, .cell = cell, .mask = a->mask, .how = a->how});
  }
  k.only = o->slots.data[k.first];
  VEC_PUSH (o->known, k);
  return (op_id) (o->known.count - 1);
}

op_id
ops_intern (struct ops *o, const struct op *op)
{
  if (!op->count)
    return 0;
  uint64_t hash = 4 * op->count + 2 * op->guarded + op->conditional;
  for (uint32_t i = 0; i < op->count; i++)
    hash = digest_add (digest_add (hash, op->access[i].object), (uint64_t) op->access[i].mask << 8 | op->access[i].how);
  for (struct table_probe p = table_probe (hash); table_next (&o->by_accesses, &p);)
    if (same_accesses (o, &o->known.data[p.number], op))
      return p.number;
  op_id id = op_add (o, op, hash);
  assert (id && same_accesses (o, &o->known.data[id], op));
  table_add (&o->by_accesses, hash, id);
  return id;
}

/* Whether some accesses of a and b to the same object satisfy `wanted`. In sorted lists the accesses to one object are
 * adjacent, so one pass over both is enough; a step may have many plain accesses. */
static bool
any_pair (const struct ops *o, op_id a, op_id b, bool (*wanted) (enum access_how, enum access_how))
{
  const struct known_op *x = &o->known.data[a], *y = &o->known.data[b];
  const struct slot *first = o->slots.data + y->first, *end = first + y->count;
  bool are_sorted = x->sorted && y->sorted;
  assert (a < o->known.count && b < o->known.count);
  for (uint32_t i = 0; i < x->count; i++) {
    const struct slot *s = &o->slots.data[x->first + i];
    while (are_sorted && first < end && first->object < s->object)
      first++;
    for (const struct slot *t = first; t < end && (!are_sorted || t->object == s->object); t++) {
      if (s->object == t->object && masks_meet (s->mask, t->mask) && wanted (s->how, t->how))
        return true;
    }
  }
  return false;
}

bool
ops_dependent_slots (const struct ops *o, op_id a, op_id b)
{
  return any_pair (o, a, b, access_dependent);
}

static bool
ordered (enum access_how a, enum access_how b)
{
  return access_dependent (a, b) && !access_racing (a, b);
}

static bool
locked_shared (enum access_how a, enum access_how b)
{
  return a == ACCESS_LOCK_SHARED && b == ACCESS_LOCK;
}

static bool
unlocked_shared (enum access_how a, enum access_how b)
{
  return a == ACCESS_UNLOCK_SHARED && b == ACCESS_LOCK;
}

int
ops_shares (const struct ops *o, op_id op, op_id locks)
{
  return any_pair (o, op, locks, locked_shared) - any_pair (o, op, locks, unlocked_shared);
}

/* Shared locks block too, but commute: see ops_shares. Reads and posts block nothing. An operation that is blocked by none
 * of its accesses is blocked by a value. */
bool
ops_blocks (const struct ops *o, op_id op, op_id waits)
{
  const struct known_op *x = &o->known.data[op], *y = &o->known.data[waits];
  const unsigned strong = 1u << ACCESS_WRITE | 1u << ACCESS_LOCK | 1u << ACCESS_UNLOCK | 1u << ACCESS_WAIT;
  const unsigned waiting = 1u << ACCESS_LOCK | 1u << ACCESS_LOCK_SHARED | 1u << ACCESS_WAIT;
  assert (op < o->known.count && waits < o->known.count);
  for (uint32_t i = 0; i < x->count; i++)
    for (uint32_t j = 0; j < y->count; j++) {
      const struct slot *s = &o->slots.data[x->first + i], *t = &o->slots.data[y->first + j];
      if (s->object == t->object && masks_meet (s->mask, t->mask) && strong >> s->how & 1
          && (waiting >> t->how & 1 || (y->guarded && !(y->harmless >> j & 1)) || !y->waits))
        return true;
    }
  return false;
}

bool
ops_ordered (const struct ops *o, op_id a, op_id b)
{
  return any_pair (o, a, b, ordered);
}

bool
ops_racing (const struct ops *o, op_id a, op_id b)
{
  return any_pair (o, a, b, access_racing) && !ops_ordered (o, a, b);
}
