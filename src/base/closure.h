/* The closure shared by all static reductions.
 *
 * Idea. A closed set consists of units. It starts with one unit, and each member adds the units that it requires, up to a
 * fixpoint. The reductions differ in what a unit is and what it requires:
 *
 *     ample        a process      every process with a future step that conflicts with one of the member's next steps
 *     persistent   a process      the same, with the dependence relation of the dynamic reductions
 *     stubborn     a process      the same for enabled steps; of a blocked step, the processes that can make one false condition true
 *     LPOR         a transition   of an enabled one, a transition on a path to one that it depends on; of a disabled one, its enablers
 *
 * Source. W. Overman's closure, in P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS
 * 1032, Springer 1996, section 4.4; P. Bokor, J. Kinder, M. Serafini, N. Suri, "Supporting domain-specific state space
 * reductions through local partial-order reduction", ASE 2011, Algorithm 2.
 * Where we differ. A set with more enabled transitions than the best one so far is abandoned.
 * Why that is sound. The requirements of an expanded member are in the set: always (the first three), or with respect to
 * the set at the time of its expansion (LPOR: they only shrink as the set grows). What closed sets guarantee is proved with
 * each reduction: reduce/ample.c, reduce/stubborn.c, lpor/stubborn.c. */
#ifndef BASE_CLOSURE_H
#define BASE_CLOSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct closure {
  size_t words;                   /* words of a set of units */
  uint64_t *set, *todo;           /* members; members that are not expanded yet */
  const uint32_t *weight;         /* enabled transitions of each unit */
  size_t size;                    /* enabled transitions of all members */
};

/* Adds the member's requirements to the closure, which is part of the context. False: no set with this member is usable. */
typedef bool closure_wants (void *context, unsigned member);

/* Marks the member as expanded: its requirements are in the set already. */
static inline void
closure_add (struct closure *c, unsigned u, bool asked)
{
  uint64_t bit = (uint64_t) 1 << u % 64;
  if (c->set[u / 64] & bit)
    return;
  c->set[u / 64] |= bit;
  c->todo[u / 64] |= asked ? 0 : bit;
  c->size += c->weight[u];
}

static inline void
closure_join (struct closure *c, const uint64_t *units)
{
  for (size_t i = 0; i < c->words; i++)
    for (uint64_t more = units[i] & ~c->set[i]; more; more &= more - 1)
      closure_add (c, (unsigned) (i * 64) + (unsigned) __builtin_ctzll (more), false);
}

/* The smallest closed set that contains the unit, in c->set; false if every one has more than the allowed number of enabled
 * transitions. */
static inline bool
closure_from (struct closure *c, unsigned start, size_t most, closure_wants *wants, void *context)
{
  memset (c->set, 0, c->words * 8);
  memset (c->todo, 0, c->words * 8);
  c->size = 0;
  closure_add (c, start, false);
  for (size_t i = 0; i < c->words && c->size <= most;)
    if (!c->todo[i])
      i++;
    else {
      unsigned u = (unsigned) (i * 64) + (unsigned) __builtin_ctzll (c->todo[i]);
      c->todo[i] &= c->todo[i] - 1;
      if (!wants (context, u))
        return false;
      i = 0;
    }
  return c->size <= most;
}

#endif
