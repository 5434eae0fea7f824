/* Sets of processes. Each distinct set is stored once and has a number, so that an edge on the stack of a search holds a
 * set in four bytes. Set 0 is empty. */
#ifndef SEARCH_PIDSET_H
#define SEARCH_PIDSET_H

#include <assert.h>

#include "base/bits.h"
#include "base/table.h"
#include "base/vec.h"
#include "model/trans.h"

enum { PIDSET_WORDS = 4 };        /* pids are below 256 */

struct pidset {
  uint64_t bits[PIDSET_WORDS];
};

struct pidsets {
  VEC (struct pidset) sets;
  struct table numbers;           /* hash of a set -> its number */
};

void pidsets_init (struct pidsets *);
void pidsets_release (struct pidsets *);
uint32_t pidsets_number (struct pidsets *, const struct pidset *);
uint32_t pidsets_join_slow (struct pidsets *, uint32_t a, uint32_t b);

static inline const struct pidset *
pidsets_get (const struct pidsets *p, uint32_t number)
{
  assert (number < p->sets.count);
  return &p->sets.data[number];
}

/* The number of the union of two sets. */
static inline uint32_t
pidsets_join (struct pidsets *p, uint32_t a, uint32_t b)
{
  return a == b || !b ? a : !a ? b : pidsets_join_slow (p, a, b);
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

/* Adds the processes that take part in the transition. */
static inline void
pidset_add_movers (struct pidset *s, trans_id t)
{
  if (!trans_is_statement (t))
    return;
  bits_add (s->bits, trans_pid (t));
  if (trans_is_rendezvous (t))
    bits_add (s->bits, trans_partner (t));
}

#endif
