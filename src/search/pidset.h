/* Sets of processes, each distinct one stored once and named by a number, so
 * that an edge of a search's stack can carry a set in four bytes. Set 0 is
 * empty. */
#ifndef SEARCH_PIDSET_H
#define SEARCH_PIDSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

enum { PIDSET_WORDS = 4 };        /* pids are below 256 */

struct pidset {
  uint64_t bits[PIDSET_WORDS];
};

struct pidsets {
  VEC (struct pidset) sets;
  uint32_t *slots, nslots;        /* open hashing: number of a set + 1, 0: free */
};

void pidsets_init (struct pidsets *);
void pidsets_release (struct pidsets *);
uint32_t pidsets_number (struct pidsets *, const struct pidset *);
uint32_t pidsets_join_slow (struct pidsets *, uint32_t a, uint32_t b);

static inline const struct pidset *
pidsets_get (const struct pidsets *p, uint32_t number)
{
  return &p->sets.data[number];
}

/* The number of the union of two sets. */
static inline uint32_t
pidsets_join (struct pidsets *p, uint32_t a, uint32_t b)
{
  return a == b || !b ? a : !a ? b : pidsets_join_slow (p, a, b);
}

static inline void
pidset_add (struct pidset *s, uint32_t pid)
{
  s->bits[pid >> 6 & 3] |= (uint64_t) 1 << (pid & 63);
}

static inline bool
pidset_has (const struct pidset *s, uint32_t pid)
{
  return s->bits[pid >> 6 & 3] >> (pid & 63) & 1;
}

static inline void
pidset_join (struct pidset *s, const struct pidset *more)
{
  for (int i = 0; i < PIDSET_WORDS; i++)
    s->bits[i] |= more->bits[i];
}

static inline bool
pidset_meets (const struct pidset *a, const struct pidset *b)
{
  for (int i = 0; i < PIDSET_WORDS; i++)
    if (a->bits[i] & b->bits[i])
      return true;
  return false;
}

/* a without b */
static inline struct pidset
pidset_minus (const struct pidset *a, const struct pidset *b)
{
  struct pidset r;
  for (int i = 0; i < PIDSET_WORDS; i++)
    r.bits[i] = a->bits[i] & ~b->bits[i];
  return r;
}

static inline bool
pidset_within (const struct pidset *a, const struct pidset *b)
{
  struct pidset rest = pidset_minus (a, b);
  return !(rest.bits[0] | rest.bits[1] | rest.bits[2] | rest.bits[3]);
}

static inline bool
pidset_empty (const struct pidset *a)
{
  return !(a->bits[0] | a->bits[1] | a->bits[2] | a->bits[3]);
}

#endif
