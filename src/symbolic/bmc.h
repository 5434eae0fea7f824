/* The loop of bounded model checking, a depth at a time. */
#ifndef SYMBOLIC_BMC_H
#define SYMBOLIC_BMC_H

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

struct bmc {
  const struct problem *p;
  struct unroll u;
  struct solver s;
  size_t depth, from;             /* the last frame; the first that was not looked at yet */
};

void bmc_init (struct bmc *, const struct problem *);
void bmc_release (struct bmc *);

/* Is there a path to something bad, of the present depth or one that was not looked at yet? SAT: the outcome has it. */
enum solver_answer bmc_look (struct bmc *, struct outcome *);
void bmc_deepen (struct bmc *);

#endif
