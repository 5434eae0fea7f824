/* The loop of bounded model checking, a depth at a time. */
#ifndef SYMBOLIC_BMC_H
#define SYMBOLIC_BMC_H

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

struct bmc {
  const struct problem *p;
  struct unroll u;
  struct solver s;
  size_t depth, from;             /* the last frame; the first frame not checked yet */
};

void bmc_init (struct bmc *, const struct problem *);
void bmc_release (struct bmc *);

/* Is there a path to a bad state, of the current depth or a shorter unchecked one? SAT: the outcome holds it. */
enum solver_answer bmc_look (struct bmc *, struct outcome *);
void bmc_deepen (struct bmc *);

#endif
