/* Hash functions of the stores. */
#ifndef STORE_HASH_H
#define STORE_HASH_H

#include "base/digest.h"

__extension__ typedef unsigned __int128 wide;

static inline uint64_t
hash_key (uint64_t key)
{
  return digest_fold (key ^ 0x2d358dccaa6c78a5u);
}

/* Maps a hash to 0..size-1 evenly, for any size, by its high bits. */
static inline uint64_t
hash_range (uint64_t hash, uint64_t size)
{
  return (uint64_t) ((wide) hash * size >> 64);
}

/* The hash of a vector (XXH3); includes its length. */
struct hash_pair {
  uint64_t a, b;
};
uint64_t hash_words (const uint32_t *words, uint32_t n);
struct hash_pair hash_words_twice (const uint32_t *words, uint32_t n);

#endif
