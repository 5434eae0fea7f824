/* Bitstate store.
 *
 * Idea. A Bloom filter: a state is k bits of one array, and is OLD if all were set before.
 * Source. G. Holzmann, "An analysis of bitstate hashing", Formal Methods in System Design 13 (1998); double hashing as in
 * P. Dillinger, P. Manolios, "Bloom filters in probabilistic verification", FMCAD 2004.
 * Where we differ. Bit i is a + i*b, from a 128-bit hash, mapped to the array by multiplication, so that its size need not
 * be a power of two.
 * Why that is sound. It is not: a new state may be taken for OLD, so the store is lossy and the verdict never ok. A state
 * that was put is always OLD afterwards. */
#include "base/mem.h"
#include "store/hash.h"
#include "store/kinds.h"

#include <assert.h>

#define DEFAULT_BYTES ((uint64_t) 128 << 20)
#define DEFAULT_K 3

struct bitstate {
  struct store store;
  struct region bits;
  uint64_t size;                  /* number of bits */
  uint64_t count;                 /* number of states reported NEW */
  unsigned k;
};

static uint64_t
place (const struct bitstate *bitstate, struct hash_pair hash, unsigned i)
{
  assert (bitstate->size && i < bitstate->k);
  return hash_range (hash.a + i * hash.b, bitstate->size);
}

static enum store_answer
bitstate_put (struct store *store, const struct store_state *from, const struct store_state *state, state_id *id)
{
  (void) from;
  struct bitstate *bitstate = (struct bitstate *) store;
  uint64_t *word = bitstate->bits.base, missing = 0;
  struct hash_pair hash = hash_words_twice (state->words, state->n);
  for (unsigned i = 0; i < bitstate->k; i++)
    __builtin_prefetch (word + place (bitstate, hash, i) / 64, 1);
  for (unsigned i = 0; i < bitstate->k; i++) {
    uint64_t at = place (bitstate, hash, i), bit = (uint64_t) 1 << at % 64;
    missing = missing | (~word[at / 64] & bit);
    word[at / 64] |= bit;
  }
  *id = STATE_NONE;
  bitstate->count += missing != 0;
  return missing ? STORE_NEW : STORE_OLD;
}

static uint64_t
bitstate_count (const struct store *store)
{
  return ((const struct bitstate *) store)->count;
}

/* Checks that each NEW state set at least one bit and at most k. */
static void
bitstate_check (struct store *store)
{
  struct bitstate *bitstate = (struct bitstate *) store;
  const uint64_t *word = bitstate->bits.base;
  uint64_t set = 0;
  for (uint64_t i = 0; i < bitstate->size / 64; i++)
    set += (uint64_t) __builtin_popcountll (word[i]);
  STORE_REQUIRE (bitstate->count <= set && set <= bitstate->k * bitstate->count);
}

static void
bitstate_free (struct store *store)
{
  struct bitstate *bitstate = (struct bitstate *) store;
  region_release (&bitstate->bits, &store->budget);
  assert (store->budget.bytes == sizeof *bitstate);
  mem_free (bitstate);
}

static struct store *
bitstate_new (const struct store_config *config)
{
  struct bitstate *bitstate = mem_zalloc (sizeof *bitstate);
  uint64_t bytes = config->bitstate_bytes ? config->bitstate_bytes : DEFAULT_BYTES;
  if (config->max_bytes && bytes > config->max_bytes)
    bytes = config->max_bytes;
  budget_begin (&bitstate->store.budget, sizeof *bitstate, config->max_bytes);
  bitstate->k = config->bitstate_k ? config->bitstate_k : DEFAULT_K;
  if (!region_grow (&bitstate->bits, &bitstate->store.budget, bytes))
    mem_out (bytes);
  bitstate->size = bitstate->bits.bytes * 8;
  return &bitstate->store;
}

const struct store_class store_bitstate = {
  .lossy = true,
  .new = bitstate_new,
  .free = bitstate_free,
  .put = bitstate_put,
  .count = bitstate_count,
  .check = bitstate_check,
};
