/* Inside property-directed reachability: cubes, frames, questions to the solver. */
#ifndef SYMBOLIC_IC3_H
#define SYMBOLIC_IC3_H

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

/* A set of states: latches with their values, by latch. 2 * latch + (value is false). */
struct ic3_cube {
  uint32_t *lits, n;
};

/* States from which the bad one is reached by the inputs kept here, then by those of `next`. */
struct obligation {
  struct ic3_cube cube;
  uint32_t level;
  bool *inputs;
  size_t next;                    /* index of another obligation, or SIZE_MAX: the bad step is made here */
};

struct ic3 {
  const struct problem *p;
  struct circuit *c;
  struct unroll u;                /* one frame: any state and the next one */
  struct solver s;
  VEC (lit) act;                  /* by level: turns on the level's clauses */
  VEC (struct { VEC (struct ic3_cube) list; }) frames;        /* blocked cubes whose highest level this is */
  VEC (struct obligation) obligations;
  VEC (size_t) queue;             /* heap of obligations, lowest level first */
  lit *now, *next;                /* by latch, in the unrolled graph */
  lit valid, bad;
};

void ic3_init (struct ic3 *, const struct problem *);
void ic3_release (struct ic3 *);
void ic3_add_level (struct ic3 *);
static inline uint32_t ic3_levels (const struct ic3 *x) { return (uint32_t) x->frames.count - 1; }

struct ic3_cube ic3_cube_copy (const struct ic3_cube *);
void ic3_cube_free (struct ic3_cube *);
bool ic3_cube_initial (const struct ic3 *, const struct ic3_cube *);      /* the initial state is in it */

/* Can a state of the level before `level` that is not in the cube step into it? SAT: it can, the solver has the model. UNSAT:
 * `core`, if not NULL, gets a smaller cube that cannot be stepped into either and does not have the initial state. */
enum solver_answer ic3_step_into (struct ic3 *, const struct ic3_cube *, uint32_t level, struct ic3_cube *core);
enum solver_answer ic3_reaches_bad (struct ic3 *, uint32_t level);
/* The state of the solver's model, with the inputs, and as much of it left out as does not matter for stepping into `to` (NULL: for
 * the bad step). */
struct ic3_cube ic3_lift (struct ic3 *, const struct ic3_cube *to, bool *inputs);
/* Blocked for levels 1 .. level. */
void ic3_block (struct ic3 *, struct ic3_cube, uint32_t level);

#endif
