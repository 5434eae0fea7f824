/* A set of 64-bit keys that numbers its members 0, 1, 2, ... in order of
 * insertion: 8 bytes per key and a slot of the index (slots.h) that finds it.
 *
 *      index (hash order)             keys (number order)
 *     +-----+-----+-----+-----+      +--------+--------+--------+---
 *     | t|3 |  0  | t|1 | t|2 |      | key 0  | key 1  | key 2  |
 *     +-----+-----+-----+-----+      +--------+--------+--------+---
 */
#ifndef STORE_KEYS_H
#define STORE_KEYS_H

#include "store/slots.h"
#include "store/store.h"

struct keys {
  uint64_t *key;
  uint64_t count;
  uint64_t max;                   /* never more members than this */
  struct slots slots;
  struct region memory;
  struct budget *budget;
};

/* Allocates the first pages independently of the budget. max < 2^32. */
void keys_init (struct keys *, struct budget *, uint64_t max);
void keys_release (struct keys *);

/* The result of keys_put: the number of the key, plus KEYS_NEW if it was added; KEYS_FULL if it is absent and there is no
 * room. */
#define KEYS_NEW ((uint64_t) 1 << 32)
#define KEYS_FULL ((uint64_t) 1 << 33)

/* Slow path of keys_put: the key is known to be absent, and its place. */
uint64_t keys_add (struct keys *, uint64_t key, struct probe);

static inline uint64_t
keys_put (struct keys *keys, uint64_t key)
{
  struct probe p = slots_start (&keys->slots, hash_key (key));
  while (slots_next (&keys->slots, &p)) {
    assert (p.number < keys->count);
    if (keys->key[p.number] == key)
      return p.number;
  }
  return keys_add (keys, key, p);
}

/* Aborts unless every key is found under its number and only there. */
void keys_check (struct keys *);

#endif
