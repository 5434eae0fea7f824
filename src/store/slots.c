/* Growing and checking an index. See slots.h. */
#include "store/slots.h"
#include "store/kinds.h"

#include <string.h>

#define FIRST_SIZE 1024
#define SMALL_SIZE (1 << 18)

/* The load limit, and the size after growing. A small index is kept emptier: its memory does not matter, and short probes
 * are predicted better. */
static uint64_t
limit_of (uint64_t size)
{
  uint64_t limit = size < SMALL_SIZE ? size / 2 : size / 5 * 4;
  return limit < UINT32_MAX ? limit : UINT32_MAX;
}

static uint64_t
size_after (uint64_t size)
{
  return size == 0 ? FIRST_SIZE : size < SMALL_SIZE ? 2 * size : size + size / 5 * 2;
}

static bool
enlarge (struct slots *slots, struct budget *budget, uint64_t size)
{
  if (!region_grow (&slots->memory, budget, size * sizeof *slots->slot))
    return false;
  uint64_t old = slots->size;
  slots->slot = slots->memory.base;
  slots->size = slots->memory.bytes / sizeof *slots->slot;
  slots->limit = limit_of (slots->size);
  slots->mask = UINT32_MAX >> __builtin_clz ((uint32_t) slots->limit);
  assert (slots->size > old && slots->limit < slots->size);
  if (old)
    memset (slots->slot, 0, old * sizeof *slots->slot);
  return true;
}

/* Inserts all numbers again, in batches, so that the cache misses of a batch overlap. */
static void
insert_again (struct slots *slots, uint64_t count, slots_hash_fn *hash_of, const void *owner)
{
  enum { BATCH = 16 };
  uint64_t hash[BATCH];
  for (uint64_t first = 0; first < count; first += BATCH) {
    uint64_t batch = count - first < BATCH ? count - first : BATCH;
    for (uint64_t i = 0; i < batch; i++) {
      hash[i] = hash_of (owner, (uint32_t) (first + i));
      slots_prefetch (slots, hash[i]);
    }
    for (uint64_t i = 0; i < batch; i++)
      slots_insert (slots, hash[i], (uint32_t) (first + i));
  }
}

bool
slots_grow (struct slots *slots, struct budget *budget, uint64_t count, slots_hash_fn *hash_of, const void *owner)
{
  uint64_t size = slots->size;
  assert (count <= slots->limit);
  if (slots->limit == UINT32_MAX)
    return false;
  if (!enlarge (slots, budget, size_after (size)) && !enlarge (slots, budget, size + size / 8 + FIRST_SIZE))
    return false;
  assert (count < slots->limit);
  insert_again (slots, count, hash_of, owner);
  return true;
}

void
slots_release (struct slots *slots, struct budget *budget)
{
  region_release (&slots->memory, budget);
  *slots = (struct slots) { 0 };
}

void
slots_check (const struct slots *slots, uint64_t count, slots_hash_fn *hash_of, const void *owner)
{
  uint64_t used = 0;
  for (uint64_t i = 0; i < slots->size; i++)
    used += slots->slot[i] != 0;
  STORE_REQUIRE (used == count && count <= slots->limit);
  for (uint64_t number = 0; number < count; number++) {
    struct probe p = slots_start (slots, hash_of (owner, (uint32_t) number));
    bool found = false;
    while (!found && slots_next (slots, &p))
      found = p.number == number;
    STORE_REQUIRE (found);
  }
}
