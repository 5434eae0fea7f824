/* A circuit as sets of states and relations between them, in BuDDy's decision diagrams: one relation for each step.
 *
 * Only one of these may exist at a time: the library keeps its state in globals. */
#ifndef SYMBOLIC_RELATION_H
#define SYMBOLIC_RELATION_H

#include <bdd.h>
#include <setjmp.h>

#include "symbolic/engine.h"

/* One step, by the inputs that choose it. */
struct relation {
  uint32_t step;                  /* PG_ALL: nothing is enabled, the state repeats */
  BDD holds;                      /* over present, next and input variables */
  BDD now, next;                  /* sets of variables: those that it changes, in the present and in the next state */
  bddPair *forward, *backward;    /* renamings */
  BDD bad;                        /* present states in which the step is bad */
  BDD *justice;                   /* by justice of the circuit: the step counts for it */
};

struct relations {
  const struct problem *p;
  VEC (struct relation) list;
  BDD initial;
  BDD inputs, present;            /* sets of variables: the inputs, the latches now */
  uint32_t *position;             /* by latch */
  jmp_buf over;                   /* where to go when time or memory is */
};

/* Both may end in `over`. */
void relations_make (struct relations *, const struct problem *);
void relations_free (struct relations *);

BDD relation_image (struct relations *, const struct relation *, BDD from);
/* States from which the step leads into `to`; with a restriction on it that may speak of inputs. */
BDD relation_preimage (struct relations *, const struct relation *, BDD only, BDD to);

#endif
