/* A circuit as sets of states and relations between them, in BuDDy's decision diagrams: one relation for each step.
 *
 * Only one instance may exist at a time: the library keeps its state in globals. */
#ifndef SYMBOLIC_RELATION_H
#define SYMBOLIC_RELATION_H

#include <bdd.h>
#include <setjmp.h>

#include "symbolic/engine.h"

/* One step, identified by the inputs that choose it. */
struct relation {
  uint32_t step;                  /* PG_ALL: no step is enabled, the state repeats */
  BDD holds;                      /* over current, next and input variables */
  BDD now, next;                  /* sets of variables: those it changes, in the current and in the next state */
  bddPair *forward, *backward;    /* renamings */
  BDD bad;                        /* current states in which the step is bad */
  BDD *justice;                   /* by justice condition of the circuit: the step satisfies it */
};

struct relations {
  const struct problem *p;
  VEC (struct relation) list;
  BDD initial;
  BDD inputs, present;            /* sets of variables: the inputs, the current latches */
  uint32_t *position;             /* by latch */
  jmp_buf over;                   /* longjmp target when time or memory is spent */
};

/* Both may leave by `over`. */
void relations_make (struct relations *, const struct problem *);
void relations_free (struct relations *);

BDD relation_image (struct relations *, const struct relation *, BDD from);
/* States from which the step leads into `to`; `only`: a restriction on it that may depend on inputs. */
BDD relation_preimage (struct relations *, const struct relation *, BDD only, BDD to);

#endif
