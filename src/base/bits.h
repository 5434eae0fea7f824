/* Sets of small numbers as arrays of words; the caller knows how many. */
#ifndef BASE_BITS_H
#define BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t
bits_words (size_t n)             /* for the numbers 0 .. n - 1; at least one */
{
  return n / 64 + 1;
}

static inline bool
bits_has (const uint64_t *set, size_t i)
{
  return set[i / 64] >> i % 64 & 1;
}

static inline void
bits_add (uint64_t *set, size_t i)
{
  set[i / 64] |= (uint64_t) 1 << i % 64;
}

static inline void
bits_remove (uint64_t *set, size_t i)
{
  set[i / 64] &= ~((uint64_t) 1 << i % 64);
}

/* Adds all members of a set; true iff some were new. */
static inline bool
bits_join (uint64_t *to, const uint64_t *from, size_t words)
{
  uint64_t more = 0;
  for (size_t i = 0; i < words; i++) {
    more |= from[i] & ~to[i];
    to[i] |= from[i];
  }
  return more != 0;
}

static inline bool
bits_meet (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t i = 0; i < words; i++)
    if (a[i] & b[i])
      return true;
  return false;
}

static inline bool
bits_within (const uint64_t *a, const uint64_t *b, size_t words)
{
  for (size_t i = 0; i < words; i++)
    if (a[i] & ~b[i])
      return false;
  return true;
}

static inline bool
bits_empty (const uint64_t *a, size_t words)
{
  for (size_t i = 0; i < words; i++)
    if (a[i])
      return false;
  return true;
}

/* The first member from `i` on; `end` if there is none before it. */
static inline size_t
bits_next (const uint64_t *set, size_t i, size_t end)
{
  for (uint64_t rest; i < end; i = (i / 64 + 1) * 64)
    if ((rest = set[i / 64] >> i % 64)) {
      i += (size_t) __builtin_ctzll (rest);
      return i < end ? i : end;
    }
  return end;
}

static inline size_t
bits_count (const uint64_t *a, size_t words)
{
  size_t n = 0;
  for (size_t i = 0; i < words; i++)
    n += (size_t) __builtin_popcountll (a[i]);
  return n;
}

#endif
