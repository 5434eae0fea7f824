/* Digests: many words as one number, by which they are recognised.
 *
 *     uint64_t h = digest_add (digest_add (n, first), second);    a sequence: begin with its length
 *     sum += digest_at (place, word);                             a set of places, in any order, each once
 *     sum += digest_mix (h);                                      a set of digests
 *
 * Where two things with the same digest are taken for one (a thread's state in a loop, a stored state, a set of end
 * states), a collision is a wrong verdict. So each word must count with its place: words that are added up, or
 * combined by exclusive or, look the same when two of them are exchanged. And each bit must reach all others: after
 * a multiplication alone the highest bit reaches none, so two words that differ only there look the same together.
 * These functions are the only ones for that purpose (test/parts/digests.sh). */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* One to one; looks like chance. */
static inline uint64_t
digest_mix (uint64_t x)
{
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

/* A 64 x 64 -> 128 bit product, its halves folded: each bit of the result depends on all bits of the word, the high
 * ones through the low half, the low ones through the high half. */
static inline uint64_t
digest_fold (uint64_t word)
{
  __extension__ typedef unsigned __int128 wide;
  wide product = (wide) word * 0x9e3779b97f4a7c15u;
  return (uint64_t) product ^ (uint64_t) (product >> 64);
}

/* The digest of a sequence, with one more word. */
static inline uint64_t
digest_add (uint64_t h, uint64_t word)
{
  return digest_fold (h ^ word) + 0xd6e8feb86659fd93u;
}

/* A sequence of n words is appended. */
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

/* Of the bytes of a text. */
static inline uint64_t
digest_text (const char *text, size_t length)
{
  uint64_t h = length;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char) text[i]) * 0x100000001b3u;
  return digest_mix (h);
}

#endif
