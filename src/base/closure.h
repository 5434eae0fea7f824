/* One closure for all static reductions.
 *
 * Idea. A set is made of units. It begins with one, and each member is asked once whom it wants in the set with it,
 * until nobody wants more. The reductions differ in what a unit is and what it wants:
 *
 *     ample        a process   whoever may still do something that conflicts with one of its next steps
 *     persistent   a process   the same, with the dependence that dynamic reductions have
 *     stubborn     a process   the same for steps that are enabled; of one that waits, who may make one false condition true
 *     LPOR         a transition   of one that is enabled, who leads to a transition that it depends on; of one that is not, to it
 *
 * Source. W. Overman's closure, in P. Godefroid, LNCS 1032, section 4.4; Algorithm 2 of Bokor et al., ASE 2011.
 * Where we differ. A set that has more enabled transitions than the best so far is given up.
 * Why sound. A member that was asked wants nobody who is not in the set, now (the first three) or given the set as it was when it
 * was asked (LPOR: a larger set wants no more). What that is good for is proved where the wants are: reduce/ample.c,
 * reduce/stubborn.c, lpor/stubborn.c. */
#ifndef BASE_CLOSURE_H
#define BASE_CLOSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct closure {
  size_t words;                   /* of a set of units */
  uint64_t *set, *todo;           /* members; those that were not asked yet */
  const uint32_t *weight;         /* enabled transitions of each unit */
  size_t size;                    /* of all members */
};

/* Adds to the closure, which the context knows, whom the member wants. False: no set with it is good for anything. */
typedef bool closure_wants (void *context, unsigned member);

/* asked: it wants nobody whom others do not want already. */
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

/* The smallest closed set with the unit, in c->set; false if there is none with at most so many enabled transitions. */
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
