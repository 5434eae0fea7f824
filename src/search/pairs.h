/* Pairs of a state of the model and a state of an automaton, numbered 0, 1, 2,
 * ... in order of insertion. Those of one model state are a chain: few, since
 * the automaton is small.
 *
 *     heads   model state -> first pair + 1      pairs   { part, q, next pair + 1 }
 */
#ifndef SEARCH_PAIRS_H
#define SEARCH_PAIRS_H

#include <stdbool.h>

#include "base/vec.h"
#include "store/store.h"

struct pair {
  state_id part;
  uint32_t q, next;
};

struct pairs {
  VEC (struct pair) all;
  VEC (uint32_t) heads;
};

/* The number of the pair; *is_new iff it was not there. */
static inline state_id
pairs_put (struct pairs *p, state_id part, uint32_t q, bool *is_new)
{
  while (p->heads.count <= part)
    VEC_PUSH (p->heads, 0);
  for (uint32_t i = p->heads.data[part]; i; i = p->all.data[i - 1].next)
    if (p->all.data[i - 1].q == q) {
      *is_new = false;
      return i - 1;
    }
  *is_new = true;
  VEC_PUSH (p->all, ((struct pair) {part, q, p->heads.data[part]}));
  p->heads.data[part] = (uint32_t) p->all.count;
  return (state_id) p->all.count - 1;
}

static inline struct pair
pairs_get (const struct pairs *p, state_id id)
{
  return p->all.data[id];
}

static inline size_t
pairs_bytes (const struct pairs *p)
{
  return p->all.room * sizeof *p->all.data + p->heads.room * sizeof *p->heads.data;
}

static inline void
pairs_release (struct pairs *p)
{
  VEC_FREE (p->all);
  VEC_FREE (p->heads);
}

#endif
