/* Pairs of a state of the model and a state of an automaton, numbered 0, 1, 2,
 * ... in order of insertion: a set of keys (store/keys.h). */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include <stdbool.h>

#include "store/keys.h"

struct pair {
  state_id part;
  uint32_t q;
};

struct pairs {
  struct keys keys;
  struct budget budget;
};

/* At most `max` pairs, fewer than 2^32 - 1. The structure must not move until it is released. */
static inline void
pairs_init (struct pairs *p, uint64_t max)
{
  p->budget = (struct budget) {0};
  keys_init (&p->keys, &p->budget, max);
}

/* The number of the pair; *is_new iff it was added. STATE_NONE: it is not in the set, and there is no room. */
static inline state_id
pairs_put (struct pairs *p, state_id part, uint32_t q, bool *is_new)
{
  uint64_t number = keys_put (&p->keys, (uint64_t) part << 32 | q);
  *is_new = number != KEYS_FULL && (number & KEYS_NEW);
  return number == KEYS_FULL ? STATE_NONE : (state_id) number;
}

static inline struct pair
pairs_get (const struct pairs *p, state_id id)
{
  assert (id < p->keys.count);
  return (struct pair) {(state_id) (p->keys.key[id] >> 32), (uint32_t) p->keys.key[id]};
}

static inline size_t
pairs_bytes (const struct pairs *p)
{
  return p->budget.bytes;
}

static inline void
pairs_release (struct pairs *p)
{
  keys_release (&p->keys);
}

#endif
