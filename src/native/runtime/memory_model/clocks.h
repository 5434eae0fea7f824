/* What threads know of each other: vector clocks, for data races (race.c) and
 * for robustness against weak memory (robust.c).
 *
 *     HB        what happens before, in epochs of each thread
 *     TRACE     what comes before in the trace: atomic accesses, counted by thread
 *     FENCES, ACCESSES, OVERTAKEN
 *               seq_cst events that must come before, counted by thread: see robust_sc.c
 *
 * All but the first are kept only where the program has atomics weaker than
 * seq_cst (rt->weak). */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_CLOCKS_H
#define NATIVE_RUNTIME_MEMORY_MODEL_CLOCKS_H

#include "native/runtime/core/rt.h"

enum knows { KNOWS_HB, KNOWS_TRACE, KNOWS_FENCES, KNOWS_ACCESSES, KNOWS_OVERTAKEN, KNOWS };

struct knowledge { uint32_t clock[KNOWS][RT_THREADS]; };

struct thread_clocks {
  struct knowledge now;
  struct knowledge released;      /* at its last release fence */
  struct knowledge pending;       /* what its reads will have learnt at its next acquire fence */
  uint32_t unseen[RT_THREADS];    /* what it knew (HB) when it last called what is not seen, and so may have released */
  uint32_t unseen_first;          /* its own clock when it first did; 0: never */
};

struct clocks {
  struct thread_clocks threads[RT_THREADS];
  struct object *objects;         /* hash table */
  size_t nobjects;
};

static inline uint32_t *
clock_of (thread_id t)
{
  return rt->clocks->threads[t].now.clock[KNOWS_HB];
}

static inline void
clock_merge (uint32_t *to, const uint32_t *from)
{
  for (size_t i = 0; i < rt->nthreads; i++)
    if (from[i] > to[i])
      to[i] = from[i];
}

/* The least clock that is at least both; `to` is saved for undoing. */
void clock_join (uint32_t *to, const uint32_t *from);
void clock_copy (uint32_t *to, const uint32_t *from);
void clock_tick (thread_id);      /* what it does from now on is later than what it did */

#endif
