/* Operations by number: two hash tables, of access lists and of cells. */

#include "reduce/dynamic/ops.h"

#include <assert.h>
#include <string.h>

#include "base/digest.h"

void
ops_init (struct ops *o)
{
  memset (o, 0, sizeof *o);
  o->op_room = o->cell_room = 64;
  o->op_table = mem_zalloc (o->op_room * sizeof *o->op_table);
  o->cell_table = mem_zalloc (o->cell_room * sizeof *o->cell_table);
  VEC_PUSH (o->known, (struct known_op){0});
}

void
ops_release (struct ops *o)
{
  VEC_FREE (o->slots);
  VEC_FREE (o->known);
  VEC_FREE (o->cells);
  mem_free (o->op_table);
  mem_free (o->cell_table);
}

static void
table_grow (uint32_t **table, size_t *room, uint64_t (*hash) (const struct ops *, uint32_t), const struct ops *o)
{
  size_t larger = 2 * *room;
  assert (!(*room & (*room - 1)));
  uint32_t *to = mem_zalloc (larger * sizeof *to);
  for (size_t i = 0; i < *room; i++)
    if ((*table)[i]) {
      size_t at = hash (o, (*table)[i] - 1) & (larger - 1);
      while (to[at])
        at = (at + 1) & (larger - 1);
      to[at] = (*table)[i];
    }
  mem_free (*table);
  *table = to;
  *room = larger;
}

/* Cells are found by object first: all of an object hash alike. */
static uint64_t
cell_hash (const struct ops *o, uint32_t c)
{
  return digest_mix (o->cells.data[c].object);
}

static uint64_t
op_hash (const struct ops *o, uint32_t op)
{
  return o->known.data[op].hash;
}

static cell_id
cell_intern (struct ops *o, uint64_t object, uint8_t mask)
{
  size_t at = digest_mix (object) & (o->cell_room - 1);
  cell_id same = UINT32_MAX;
  for (; o->cell_table[at]; at = (at + 1) & (o->cell_room - 1)) {
    cell_id c = o->cell_table[at] - 1;
    if (o->cells.data[c].object != object)
      continue;
    if (o->cells.data[c].mask == mask)
      return c;
    same = c;
  }
  cell_id made = (cell_id) o->cells.count;
  VEC_PUSH (o->cells, (struct cell){.object = object, .mask = mask, .ring = made});
  if (same != UINT32_MAX) {
    o->cells.data[made].ring = o->cells.data[same].ring;
    o->cells.data[same].ring = made;
  }
  assert (!o->cell_table[at] && mask);
  o->cell_table[at] = made + 1;
  if (2 * ++o->cell_used > o->cell_room)
    table_grow (&o->cell_table, &o->cell_room, cell_hash, o);
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
  size_t at = hash & (o->op_room - 1);
  for (; o->op_table[at]; at = (at + 1) & (o->op_room - 1)) {
    op_id id = o->op_table[at] - 1;
    if (o->known.data[id].hash == hash && same_accesses (o, &o->known.data[id], op))
      return id;
  }
  op_id id = op_add (o, op, hash);
  assert (id && same_accesses (o, &o->known.data[id], op));
  o->op_table[at] = id + 1;
  if (2 * ++o->op_used > o->op_room)
    table_grow (&o->op_table, &o->op_room, op_hash, o);
  return id;
}

/* In lists that are sorted, those of one object are next to each other: what comes before them in the second list comes before
 * all that follows in the first. The plain accesses of a step may be many. */
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

/* Shared locks block too, but commute: see ops_shares. Reads block nothing, nor
 * do posts. An operation that is blocked by none of its accesses is by a value. */
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
