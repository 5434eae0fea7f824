/* Hash functions. See hash.h. */
#include "store/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t
hash_words (const uint32_t *words, uint32_t n)
{
  return XXH3_64bits (words, n * sizeof *words);
}

struct hash_pair
hash_words_twice (const uint32_t *words, uint32_t n)
{
  XXH128_hash_t hash = XXH3_128bits (words, n * sizeof *words);
  return (struct hash_pair) { hash.low64, hash.high64 };
}
