/* Mazurkiewicz traces by their definition, to compare explorations: two executions belong to the same trace if they order
 * the same dependent steps in the same way. Deliberately slow and simple: the execution is executed once more, and every
 * two steps of it are compared. It uses only what the exec reports about each step, nothing that reductions compute. */
#ifndef SEARCH_STATELESS_TRACES_H
#define SEARCH_STATELESS_TRACES_H

#include "base/vec.h"
#include "search/stateless/stateless.h"

struct trace_step;
struct trace_thread;
struct traces {                   /* scratch memory; all zeros is initialised */
  VEC (struct trace_step) steps;
  VEC (struct access) accesses;   /* the accesses of all steps */
  VEC (struct trace_thread) threads;
};

/* The number of the trace, the same in every exploration. Afterwards the exec is in the state after the steps. */
uint64_t traces_number (struct traces *, struct exec *, const struct stateless_step *, size_t n);
void traces_release (struct traces *);

#endif
