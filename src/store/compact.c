/* Compact store.
 *
 * Idea. Keep a 64-bit hash instead of the state.
 * Source. P. Wolper, D. Leroy, "Reliable hashing without collision detection", CAV 1993.
 * Where we differ. The hashes are numbered like the states of exact stores, so every search can use it.
 * Why that is sound. It is not: two states with equal hashes are taken for one (among n states with probability about n^2 /
 * 2^65), so the store is lossy and the verdict never ok. A state that was put is always OLD afterwards. */
#include "base/mem.h"
#include "store/keys.h"
#include "store/kinds.h"

struct compact {
  struct store store;
  struct keys hashes;
};

static enum store_answer
compact_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  (void) from;
  uint64_t number = keys_put (&((struct compact *) store)->hashes, hash_words (state->words, state->n));
  if (number == KEYS_FULL)
    return STORE_FULL;
  *id = (state_id) number;
  return number & KEYS_NEW ? STORE_NEW : STORE_OLD;
}

static uint64_t
compact_count (const struct store *store)
{
  return ((const struct compact *) store)->hashes.count;
}

static void
compact_check (struct store *store)
{
  keys_check (&((struct compact *) store)->hashes);
}

static void
compact_free (struct store *store)
{
  struct compact *compact = (struct compact *) store;
  keys_release (&compact->hashes);
  assert (store->budget.bytes == sizeof *compact);
  mem_free (compact);
}

static struct store *
compact_new (const struct store_config *config)
{
  struct compact *compact = mem_zalloc (sizeof *compact);
  budget_begin (&compact->store.budget, sizeof *compact, config->max_bytes);
  keys_init (&compact->hashes, &compact->store.budget, UINT32_MAX);
  return &compact->store;
}

const struct store_class store_compact = {
  .lossy = true,
  .new = compact_new,
  .free = compact_free,
  .put = compact_put,
  .count = compact_count,
  .check = compact_check,
};
