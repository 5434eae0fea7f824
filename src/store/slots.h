/* Index from hashes to numbers.
 *
 * Idea. An index from hashes to numbers 0, 1, 2, ... whose owner keeps the numbered elements. Open addressing with linear
 * probing; a slot is one word:
 *
 *       31           b b-1            0
 *      +--------------+----------------+     b: bits that the largest number
 *      |  tag (hash)  |   number + 1   |        of the present size needs
 *      +--------------+----------------+     all zeros: empty
 *
 * The bits that numbers do not need yet hold bits of the hash, so most unsuccessful probes do not access the elements: with
 * ten million members one probe in 256 does.
 * Source. Tags as in J. Cleary, "Compact hash tables using bidirectional linear probing", IEEE Transactions on Computers 33
 * (1984).
 * Where we differ. The place of a hash is hash * size / 2^64, so any size is possible and the index can grow by a factor
 * below two; growing clears all slots and inserts the numbers 0, 1, ... again. This needs no second array, so there is no
 * memory peak, and reads the elements in order.
 * Why that is sound. A tag only excludes elements; the owner compares the elements themselves.
 *
 * Lookup:
 *     struct probe p = slots_start (&slots, hash);
 *     while (slots_next (&slots, &p))
 *       if (element number p.number is the one sought) found;
 *     not found: slots_fill (&slots, &p, number) inserts it there */
#ifndef STORE_SLOTS_H
#define STORE_SLOTS_H

#include "store/hash.h"
#include "store/region.h"

#include <assert.h>

struct slots {
  uint32_t *slot;
  uint64_t size;                  /* number of slots */
  uint64_t limit;                 /* the index has room for numbers below this */
  uint32_t mask;                  /* the low b bits */
  struct region memory;
};

struct probe {
  uint64_t next;
  uint32_t tag, number;
};

static inline struct probe
slots_start (const struct slots *slots, uint64_t hash)
{
  assert (slots->size && slots->limit < slots->size && slots->limit <= slots->mask);
  return (struct probe) { .next = hash_range (hash, slots->size), .tag = (uint32_t) hash & ~slots->mask };
}

/* Prefetches the slots that a later lookup of this hash will read. */
static inline void
slots_prefetch (const struct slots *slots, uint64_t hash)
{
  __builtin_prefetch (slots->slot + hash_range (hash, slots->size), 1);
}

/* True: p->number may be the element sought. False: it is not in the index, and p->next is its place. */
static inline bool
slots_next (const struct slots *slots, struct probe *p)
{
  for (;;) {
    assert (p->next < slots->size);
    uint32_t slot = slots->slot[p->next];
    if (!slot)
      return false;
    if (++p->next == slots->size)
      p->next = 0;
    if ((slot & ~slots->mask) == p->tag) {
      p->number = (slot & slots->mask) - 1;
      assert (p->number < slots->limit);
      return true;
    }
  }
}

static inline void
slots_fill (struct slots *slots, const struct probe *p, uint32_t number)
{
  assert (number < slots->limit && !slots->slot[p->next]);
  assert (!(p->tag & slots->mask) && p->next < slots->size);
  slots->slot[p->next] = (number + 1) | p->tag;
}

/* Inserts a number that is not in the index. */
static inline void
slots_insert (struct slots *slots, uint64_t hash, uint32_t number)
{
  struct probe p = slots_start (slots, hash);
  while (slots_next (slots, &p)) {}
  slots_fill (slots, &p, number);
}

/* The hash of element `number` of the owner. */
typedef uint64_t slots_hash_fn (const void *owner, uint32_t number);

/* Makes room for number `count` <= limit, and inserts numbers 0..count-1 again; earlier probes become invalid. False,
 * without a change, if the budget does not allow it. */
bool slots_grow (struct slots *, struct budget *, uint64_t count, slots_hash_fn *, const void *owner);

void slots_release (struct slots *, struct budget *);

/* Aborts unless each number below count is in the index exactly once, nothing else is, and no probe for one crosses an
 * empty slot. */
void slots_check (const struct slots *, uint64_t count, slots_hash_fn *, const void *owner);

#endif
