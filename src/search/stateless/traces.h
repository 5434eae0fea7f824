/* Mazurkiewicz traces by their definition, for comparing explorations: two
 * executions are the same trace if they order the same dependent steps alike.
 *
 * Slow and obvious on purpose: the execution is executed once more, and every
 * two steps of it are looked at. Nothing of what the reductions know about the
 * execution is used, only what the exec says that each step did. */
#ifndef SEARCH_STATELESS_TRACES_H
#define SEARCH_STATELESS_TRACES_H

#include "base/vec.h"
#include "search/stateless/stateless.h"

struct trace_step;
struct trace_thread;
struct traces {                   /* scratch; all zeros is ready */
  VEC (struct trace_step) steps;
  VEC (struct access) accesses;   /* of all steps */
  VEC (struct trace_thread) threads;
};

/* The number of the trace, the same in every exploration; the exec is after the
 * steps then. */
uint64_t traces_number (struct traces *, struct exec *, const struct stateless_step *, size_t n);
void traces_release (struct traces *);

#endif
