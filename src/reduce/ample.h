/* Ample sets of program graphs: sets of processes whose next steps nobody else
 * can interfere with (ample.c). */
#ifndef REDUCE_AMPLE_H
#define REDUCE_AMPLE_H

#include "model/graph.h"
#include "model/inspector.h"
#include "reduce/reduce.h"

struct ample;

struct ample_config {
  const struct pg_expr *const *visible; uint32_t nvisible;   /* expressions over globals; used by ample_new only */
  uint32_t labels;                /* LOC_*: whether some process is at a location with one is visible too */
  bool fair;                      /* and whether a process is enabled, to others than itself */
  bool guards;                    /* stubborn sets: steps one by one, and of one that waits one false condition */
  bool coarse;                    /* independent only what footprint.h calls so, too */
  bool transactions;              /* who needs a lock first does not disturb its holder (facts_lock_patterns.c) */
  bool exact;                     /* keep every terminal state, also those that only differ in processes that have ended */
};

/* NULL: not sound here, and why. */
struct static_reduction *ample_new (const struct pg *, struct inspector *, const struct ample_config *, const char **why);

/* Another one that shares the first one's facts, for another worker's inspector. The first is freed last. */
struct static_reduction *ample_worker (const struct static_reduction *first, struct inspector *);

/* Adds the processes whose next steps depend on the transition, by the relation of coarse sets
 * (concerns.c); the reduction was made with `coarse`. */
void ample_concerned (struct static_reduction *, const uint32_t *state, trans_id, uint64_t *pids);

#endif
