/* Compact store.
 *
 * Idea. Keep a 64-bit hash instead of the state. Source. Wolper, Leroy:
 * Reliable Hashing without Collision Detection (CAV 1993). Where we differ. The
 * hashes are numbered like the states of exact stores, so every search runs on
 * it. Why sound. It is not: two states with equal hashes are taken for one
 * (among n states some do with probability about n^2 / 2^65), hence lossy. A
 * state that was put is always OLD afterwards.
 */
#include "base/mem.h"
#include "store/keys.h"
#include "store/kinds.h"

struct compact {
  struct store store;
  struct keys hashes;
};

static bool
compact_prepare (struct store *store, const struct store_state *from, const struct store_state *state,
                 struct store_ticket *ticket)
{
  (void) from;
  ticket->a = hash_words (state->words, state->n);
  keys_prefetch (&((struct compact *) store)->hashes, ticket->a);
  return true;
}

static enum store_answer
compact_finish (struct store *store, const struct store_ticket *ticket, const struct store_state *state, state_id *id)
{
  (void) state;
  return keys_put_state (&((struct compact *) store)->hashes, ticket->a, id);
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
  (void) config;
  struct compact *compact = mem_zalloc (sizeof *compact);
  compact->store.budget.bytes = compact->store.budget.peak = sizeof *compact;
  keys_init (&compact->hashes, &compact->store.budget, UINT32_MAX);
  return &compact->store;
}

const struct store_class store_compact = {
  .lossy = true,
  .new = compact_new,
  .free = compact_free,
  .prepare = compact_prepare,
  .finish = compact_finish,
  .count = compact_count,
  .check = compact_check,
};
