/* Hash functions of the stores. */
#ifndef STORE_HASH_H
#define STORE_HASH_H

#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

/* One 64 x 64 -> 128 bit product, its halves folded: each bit of the result
 * depends on all bits of the key, the high ones through the low half, the low
 * ones through the high half. */
static inline uint64_t
hash_key (uint64_t key)
{
  wide product = (wide) (key ^ 0x2d358dccaa6c78a5u) * 0x9e3779b97f4a7c15u;
  return (uint64_t) product ^ (uint64_t) (product >> 64);
}

/* Maps a hash to 0..size-1 evenly, for any size, by its high bits. */
static inline uint64_t
hash_range (uint64_t hash, uint64_t size)
{
  return (uint64_t) ((wide) hash * size >> 64);
}

/* Of whole vectors (XXH3); the length counts. */
struct hash_pair {
  uint64_t a, b;
};
uint64_t hash_words (const uint32_t *words, uint32_t n);
struct hash_pair hash_words_twice (const uint32_t *words, uint32_t n);

#endif
