/* What the next step of a process touches: a list of accesses, as dynamic
 * reductions want it (model/exec.h).
 *
 *     p = footprint_new (facts, inspector, ...);  after facts_points_to and facts_effects
 *     footprint_of (p, inspector, pid, &out);     of the state that the inspector looks at
 *     footprint_free (p);
 *
 * The list depends on the process's location and its own variables alone, so
 * nobody else's step changes it. It covers all that the step may touch whatever
 * it reads, with the whole atomic sequence that may follow its first statement.
 * One element of an array where the index is known now, else every element. */
#ifndef REDUCE_FOOTPRINT_H
#define REDUCE_FOOTPRINT_H

#include "model/exec.h"
#include "reduce/locks.h"

struct footprint;

struct touched {
  VEC (struct access) access;     /* each object once */
  bool blocks;                    /* the process may have to wait there */
  uint32_t nguards;               /* objects that decide whether it does */
};

/* `locks` may be NULL: then none are known. */
struct footprint *footprint_new (const struct facts *, struct inspector *, const struct locks *, bool silent_ends);
void footprint_free (struct footprint *);
void footprint_of (const struct footprint *, struct inspector *, uint32_t pid, struct touched *);

/* An expression that names a channel which is not known until it is used, or NULL. */
const struct pg_expr *footprint_vague (const struct footprint *);

/* The object is an element of a global variable. */
bool footprint_cell (uint64_t object, uint32_t *var, uint32_t *element);

/* There, all that is left is to end, and nobody would notice. */
bool footprint_is_over (const struct footprint *, uint32_t type, uint32_t location);

#endif
