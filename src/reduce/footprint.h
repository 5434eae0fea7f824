/* What the next step of a process accesses: a list for the dynamic reductions (model/exec.h).
 *
 *     p = footprint_new (facts, inspector, ...);  after facts_points_to and facts_effects
 *     footprint_of (p, inspector, pid, &out);     for the present state of the inspector
 *     footprint_free (p);
 *
 * The list depends only on the process's location and its own variables, so steps of other processes do not change it. It
 * covers everything that the step may access, whatever values it reads, including the whole atomic sequence that may follow
 * its first statement: one element of an array if the index is known, otherwise every element. */
#ifndef REDUCE_FOOTPRINT_H
#define REDUCE_FOOTPRINT_H

#include "model/exec.h"
#include "reduce/locks.h"

struct footprint;

struct touched {
  VEC (struct access) access;     /* each object once */
  bool blocks;                    /* the step may be disabled */
  uint32_t nguards;               /* number of objects that decide whether it is; they come first */
};

/* `locks` may be NULL: no variable is treated as a lock. */
struct footprint *footprint_new (const struct facts *, struct inspector *, const struct locks *, bool silent_ends);
void footprint_free (struct footprint *);
void footprint_of (const struct footprint *, struct inspector *, uint32_t pid, struct touched *);

/* An expression whose channel is unknown until it is evaluated during the step, or NULL. */
const struct pg_expr *footprint_vague (const struct footprint *);

/* Whether the object is an element of a global variable; which one. */
bool footprint_cell (uint64_t object, uint32_t *var, uint32_t *element);

/* Whether a process at the location can only end, and its end is not observable. */
bool footprint_is_over (const struct footprint *, uint32_t type, uint32_t location);

#endif
