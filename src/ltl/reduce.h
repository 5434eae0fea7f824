/* The steps of ltl_reduce; each returns a new automaton of the same language. */
#ifndef LTL_REDUCE_H
#define LTL_REDUCE_H

#include "ltl/ltl.h"

struct automaton *useful_states (const struct automaton *);
struct automaton *simple_marks (const struct automaton *);

/* Merges states with equal edges until a fixpoint. */
struct automaton *merge_equal (const struct automaton *);

enum direction { FORWARD, BACKWARD };
struct automaton *quotient_by_simulation (const struct automaton *, enum direction);

#endif
