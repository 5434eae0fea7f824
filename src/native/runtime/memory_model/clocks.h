/* Vector clocks of the threads, for data races (race.c) and for robustness against
 * weak memory (robust.c).
 *
 *     HB        happens-before: an epoch for each thread
 *     TRACE     order of the trace: the number of atomic accesses of each thread
 *     FENCES, ACCESSES, OVERTAKEN
 *               seq_cst events that must come before, as numbers for each thread: robust_sc.c
 *
 * All but HB are kept only if the program has atomics weaker than seq_cst (rt->weak). */
#ifndef NATIVE_RUNTIME_MEMORY_MODEL_CLOCKS_H
#define NATIVE_RUNTIME_MEMORY_MODEL_CLOCKS_H

#include "native/runtime/core/rt.h"

enum knows { KNOWS_HB, KNOWS_TRACE, KNOWS_FENCES, KNOWS_ACCESSES, KNOWS_OVERTAKEN, KNOWS };

struct knowledge { uint32_t clock[KNOWS][RT_THREADS]; };

struct thread_clocks {
  struct knowledge now;
  struct knowledge released;      /* at its last release fence */
  struct knowledge pending;       /* collected by its relaxed reads: joined to `now` at its next acquire fence */
  uint32_t unseen[RT_THREADS];    /* its HB clock at its last call of uninstrumented code, which may have released it */
  uint32_t unseen_first;          /* its own epoch at its first such call; 0: none */
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

/* Both save `to` for undoing. clock_join makes it the least clock that is at least both. */
void clock_join (uint32_t *to, const uint32_t *from);
void clock_copy (uint32_t *to, const uint32_t *from);
void clock_tick (thread_id);      /* a new epoch of the thread begins */

#endif
