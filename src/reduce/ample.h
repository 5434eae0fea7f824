/* Ample sets of program graphs: sets of processes with whose next steps no other process can interfere (ample.c). */
#ifndef REDUCE_AMPLE_H
#define REDUCE_AMPLE_H

#include "model/graph.h"
#include "model/inspector.h"
#include "reduce/reduce.h"

struct ample;

struct ample_config {
  const struct pg_expr *const *visible; uint32_t nvisible;   /* expressions over globals; used by ample_new only */
  uint32_t labels;                /* LOC_*: also visible: whether some process is at a location with one of these */
  bool fair;                      /* also visible: whether a process is enabled, to processes other than itself */
  bool guards;                    /* stubborn sets: steps are considered one by one, and of a blocked step one false condition */
  bool coarse;                    /* only steps with disjoint footprints (footprint.h) count as independent */
  bool transactions;              /* a process that first has to acquire a lock does not conflict with its holder (facts_lock_patterns.c) */
  bool exact;                     /* keep all terminal states, also those that differ only in processes that have ended */
};

/* NULL: the reduction is not sound for this graph; *why says why. */
struct static_reduction *ample_new (const struct pg *, struct inspector *, const struct ample_config *, const char **why);

/* A further reduction with the same facts, for the inspector of another worker. `first` must be freed last. */
struct static_reduction *ample_worker (const struct static_reduction *first, struct inspector *);

/* Adds the processes whose next steps depend on the transition, by the relation of coarse sets (concerns.c). Requires that
 * the reduction was made with `coarse`. */
void ample_concerned (struct static_reduction *, const uint32_t *state, trans_id, uint64_t *pids);

#endif
