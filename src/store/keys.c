/* Numbered sets of 64-bit keys. See keys.h. */
#include "store/keys.h"
#include "base/mem.h"
#include "store/kinds.h"

static uint64_t
hash_of (const void *owner, uint32_t number)
{
  const struct keys *keys = owner;
  assert (number < keys->count);
  return hash_key (keys->key[number]);
}

void
keys_init (struct keys *keys, struct budget *budget, uint64_t max)
{
  assert (max <= UINT32_MAX);
  *keys = (struct keys) { .max = max, .budget = budget };
  uint64_t limit = budget->max;
  budget->max = 0;
  if (!slots_grow (&keys->slots, budget, 0, hash_of, keys) || !region_grow (&keys->memory, budget, 1))
    mem_out (sizeof *keys->key);
  budget->max = limit;
  keys->key = keys->memory.base;
}

void
keys_release (struct keys *keys)
{
  slots_release (&keys->slots, keys->budget);
  region_release (&keys->memory, keys->budget);
}

uint64_t
keys_add (struct keys *keys, uint64_t key, struct probe p)
{
  uint64_t count = keys->count;
  assert (count <= keys->max);
  if (count == keys->max)
    return KEYS_FULL;
  if (!region_reserve (&keys->memory, keys->budget, (count + 1) * sizeof key))
    return KEYS_FULL;
  keys->key = keys->memory.base;
  bool fits = count < keys->slots.limit;
  if (!fits && !slots_grow (&keys->slots, keys->budget, count, hash_of, keys))
    return KEYS_FULL;
  assert (count < keys->slots.limit && (count + 1) * sizeof key <= keys->memory.bytes);
  keys->key[count] = key;
  keys->count = count + 1;
  if (fits)
    slots_fill (&keys->slots, &p, (uint32_t) count);
  else
    slots_insert (&keys->slots, hash_key (key), (uint32_t) count);
  return count | KEYS_NEW;
}

void
keys_check (struct keys *keys)
{
  slots_check (&keys->slots, keys->count, hash_of, keys);
  for (uint64_t i = 0; i < keys->count; i++)
    STORE_REQUIRE (keys_put (keys, keys->key[i]) == i);
}
