/* Hash tables of numbers: open addressing, linear probing. The user stores what a number represents, for example in a
 * vector.
 *
 *     struct table t = {0};                                           empty
 *     for (struct table_probe p = table_probe (hash); table_next (&t, &p);)
 *       if (things.data[p.number] is the one)
 *         return p.number;
 *     table_add (&t, hash, number);
 *     table_release (&t);
 *
 * Numbers with the same hash are found in the order in which they were added. A slot keeps the high half of the hash:
 * growing needs no hash function, and other elements are rarely compared. The hash need not be a digest (digest.h), since
 * equal hashes are not taken for equal elements; table_hash of one word is sufficient. */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct table {
  struct table_slot { uint32_t hash, number; } *slots;      /* the number + 1, 0: free */
  size_t room, count;             /* room: a power of two, at least twice the count; or 0 */
};

struct table_probe {
  size_t at;
  uint32_t hash, number;
};

/* One multiplication; the high bits depend on all bits of the key. */
static inline uint64_t
table_hash (uint64_t key)
{
  return key * 0x9e3779b97f4a7c15u;
}

static inline struct table_probe
table_probe (uint64_t hash)
{
  return (struct table_probe) {.at = (size_t) (hash >> 32), .hash = (uint32_t) (hash >> 32)};
}

/* False: there is no further number with that hash. */
static inline bool
table_next (const struct table *t, struct table_probe *p)
{
  if (!t->room)
    return false;
  for (;;) {
    const struct table_slot *s = &t->slots[p->at++ & (t->room - 1)];
    p->number = s->number - 1;
    if (!s->number || s->hash == p->hash)
      return s->number;
  }
}

static inline void
table_place (struct table *t, struct table_slot s)
{
  size_t at = s.hash & (t->room - 1);
  while (t->slots[at].number)
    at = (at + 1) & (t->room - 1);
  t->slots[at] = s;
}

/* Rehashes beginning at a free slot, so that equal hashes keep their order. */
static inline void
table_grow (struct table *t)
{
  struct table old = *t;
  t->room = old.room ? 2 * old.room : 256;
  t->slots = mem_zalloc (t->room * sizeof *t->slots);
  size_t begin = 0;
  while (begin < old.room && old.slots[begin].number)
    begin++;
  assert (!old.room || begin < old.room);
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[(begin + i) & (old.room - 1)].number)
      table_place (t, old.slots[(begin + i) & (old.room - 1)]);
  mem_free (old.slots);
}

static inline void
table_add (struct table *t, uint64_t hash, uint32_t number)
{
  assert (number < UINT32_MAX && !(t->room & (t->room - 1)));
  if (2 * t->count >= t->room)
    table_grow (t);
  t->count++;
  table_place (t, (struct table_slot) {(uint32_t) (hash >> 32), number + 1});
}

static inline void
table_release (struct table *t)
{
  mem_free (t->slots);
  *t = (struct table) {0};
}

#endif
