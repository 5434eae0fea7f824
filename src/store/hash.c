#include "store/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#ifdef MUTANTS
uint64_t hash_kept = UINT64_MAX, hash_set;
#endif

uint64_t
hash_words (const uint32_t *words, uint32_t n)
{
  return HASH (XXH3_64bits (words, n * sizeof *words));
}

struct hash_pair
hash_words_twice (const uint32_t *words, uint32_t n)
{
  XXH128_hash_t hash = XXH3_128bits (words, n * sizeof *words);
  return (struct hash_pair) { hash.low64, hash.high64 };
}
