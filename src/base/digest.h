/* Digests: 64-bit numbers that identify sequences of words.
 *
 *     uint64_t h = digest_add (digest_add (n, first), second);    a sequence: begin with its length
 *     sum += digest_at (place, word);                             a set of places, in any order, each once
 *     sum += digest_mix (h);                                      a set of digests
 *
 * Where two objects with the same digest are taken for equal (a thread's state in a loop, a stored state, a set of end
 * states), a collision is a wrong verdict. So each word must count together with its position: words that are added, or
 * combined by exclusive or, give the same result when two of them are exchanged. And each bit must affect all others: after
 * a multiplication alone the highest bit affects none, so two words that differ only there give the same result together.
 * Only these functions may be used for this purpose (test/parts/digests.sh). */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* A bijection with pseudorandom values. */
static inline uint64_t
digest_mix (uint64_t x)
{
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

/* A 64 x 64 -> 128 bit product with its halves folded: each bit of the result depends on all bits of the word, the high
 * ones through the low half, the low ones through the high half. */
static inline uint64_t
digest_fold (uint64_t word)
{
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide) word * 0x9e3779b97f4a7c15u;
  return (uint64_t) product ^ (uint64_t) (product >> 64);
}

/* The digest of a sequence extended by one word. */
static inline uint64_t
digest_add (uint64_t h, uint64_t word)
{
  return digest_fold (h ^ word) + 0xd6e8feb86659fd93u;
}

/* The digest of a sequence extended by n words. */
static inline uint64_t
digest_words (uint64_t h, const uint32_t *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    h = digest_add (h, words[i]);
  return h;
}

static inline uint64_t
digest_at (uint64_t place, uint64_t word)
{
  return digest_mix (digest_add (digest_mix (place), word));
}

/* The digest of the bytes of a text. */
static inline uint64_t
digest_text (const char *text, size_t length)
{
  uint64_t h = length;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char) text[i]) * 0x100000001b3u;
  return digest_mix (h);
}

#endif
