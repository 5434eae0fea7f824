/* Internal to the library: the relations as rows of bits, and the working sets. */
#ifndef LPOR_PARTS_H
#define LPOR_PARTS_H

#include "base/bits.h"
#include "base/closure.h"
#include "mazurka/lpor.h"

/* Necessary enabling sets, stored contiguously for each transition. */
struct lpor_sets {
  uint64_t *bits;                 /* `words` each */
  size_t count, room;
  size_t *first, *end;            /* per transition */
};

struct mz_lpor {
  struct mz_lpor_system system;
  unsigned n;
  size_t words;
  bool transitive;                /* dependence, a property of the relation */
  uint64_t *enables, *enabled_by; /* row t: transitions that it can enable, that can enable it */
  uint64_t *disturbs;             /* row t: transitions that it depends on */
  uint64_t *forward;              /* row t: forward enable set */
  uint64_t *net;                  /* row t: its necessary enabling transitions */
  uint64_t *visible, *deterministic, *optional;
  struct lpor_sets always, now;   /* now: valid in the current state */

  /* The current choice. */
  const uint64_t *enabled;
  struct closure closure;         /* its units are transitions */
  uint64_t *stub, *reach, *seen, *bad;   /* stub: the set of the closure */
  uint32_t *weight;               /* 1 for enabled transitions */
  void *block;                    /* memory of all rows */
};

static inline uint64_t *
lpor_row (const struct mz_lpor *l, uint64_t *rows, unsigned t)
{
  return rows + t * l->words;
}

static inline size_t
lpor_count (const uint64_t *a, const uint64_t *b, size_t words)
{
  size_t n = 0;
  for (size_t i = 0; i < words; i++)
    n += (size_t) __builtin_popcountll (a[i] & b[i]);
  return n;
}

/* For each member t of a set. */
#define LPOR_EACH(t, set, words)                                                               \
  for (size_t w_##t = 0; w_##t < (words); w_##t++)                                              \
    for (uint64_t rest_##t = (set)[w_##t]; rest_##t; rest_##t &= rest_##t - 1)                    \
      for (unsigned t = (unsigned) (w_##t * 64) + (unsigned) __builtin_ctzll (rest_##t), once_##t = 1; once_##t; once_##t = 0)

/* Computes the necessary enabling sets of every transition in the state. */
void lpor_look (struct mz_lpor *, const struct mz_lpor_state *);

#endif
