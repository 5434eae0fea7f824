/* Internal to property-directed reachability: cubes, frames, solver queries. */
#ifndef SYMBOLIC_IC3_H
#define SYMBOLIC_IC3_H

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

/* A set of states: latches with their values, sorted by latch: 2 * latch + (value is false). Indices after the circuit's
 * latches are comparisons of the model (circuit_predicates): functions of the state that cubes may contain too. */
struct ic3_cube {
  uint32_t *lits, n;
};

/* States from which the bad one is reached by these inputs, then by those of `next`. */
struct obligation {
  struct ic3_cube cube;
  uint32_t level;
  bool *inputs;
  size_t next;                    /* index of another obligation, or SIZE_MAX: this is the bad step */
};

struct ic3 {
  const struct problem *p;
  struct circuit *c;
  struct unroll u;                /* one frame: an arbitrary state and its successor */
  struct solver s;
  size_t told;                    /* clauses given to the solver so far, including outdated ones */
  VEC (lit) act;                  /* by level: activation literal of the level's clauses */
  VEC (struct { VEC (struct ic3_cube) list; }) frames;        /* blocked cubes by the highest level where they are blocked */
  VEC (struct obligation) obligations;
  VEC (size_t) queue;             /* heap of obligations, lowest level first */
  uint32_t count;                 /* latches and predicates */
  struct predicates predicates;
  lit *now, *next;                /* of each, its literal before and after the step in the unrolled graph */
  bool *init;                     /* value in the initial state */
  bool *one_of;                   /* by latch: belongs to a group of which exactly one is true, so false values are implied */
  bool *stuck;                    /* by latch: constant, so cubes omit it */
  uint32_t *word;                 /* by latch: its word; UINT32_MAX: none */
  bool widened;                   /* cubes contain comparisons instead of the bits of words (ic3_words.c) */
  bool *wide, *about;             /* by latch: belongs to a word of many bits; by predicate and word: depends on it */
  uint32_t words;
  uint32_t *member;               /* by latch and predicate: the slot of the family member that owns it, or PG_ALL */
  lit valid, bad;
  lit chosen;                     /* as circuit.chosen: the bad step may leave what is modelled */
};

void ic3_init (struct ic3 *, const struct problem *, unsigned rounds);      /* rounds: see circuit_predicates */
void ic3_release (struct ic3 *);
void ic3_add_level (struct ic3 *);
void ic3_refresh (struct ic3 *);                /* a new solver, if most clauses of the present one are outdated */
static inline uint32_t ic3_levels (const struct ic3 *x) { return (uint32_t) x->frames.count - 1; }

struct ic3_cube ic3_cube_copy (const struct ic3_cube *);
void ic3_cube_free (struct ic3_cube *);
bool ic3_cube_initial (const struct ic3 *, const struct ic3_cube *);      /* contains the initial state */

/* Can a state of the level before `level`, outside the cube, step into it? SAT: yes, the solver has the model. UNSAT:
 * `core`, if not NULL, gets a smaller cube that is unreachable too and does not contain the initial state. */
enum solver_answer ic3_step_into (struct ic3 *, const struct ic3_cube *, uint32_t level, struct ic3_cube *core);
enum solver_answer ic3_reaches_bad (struct ic3 *, uint32_t level);
/* Without the bits of a word; UINT32_MAX: of all words. */
struct ic3_cube ic3_without_word (const struct ic3 *, const struct ic3_cube *, uint32_t word);
/* The first word with bits in the cube from latch `from` on, which is advanced; UINT32_MAX: there is none. */
uint32_t ic3_next_word (const struct ic3 *, const struct ic3_cube *, uint32_t *from);
/* The state of the solver's model, with the inputs, generalised to what is needed for stepping into `to` (NULL: for the bad
 * step). */
struct ic3_cube ic3_lift (struct ic3 *, const struct ic3_cube *to, bool *inputs);
/* in ic3_words.c */
void ic3_words_init (struct ic3 *);
bool ic3_has_wide (const struct ic3 *);
/* Replaces the bits of large words in the cube by comparisons; `all`: the values of all predicates in the state. */
void ic3_widen (const struct ic3 *, struct ic3_cube *, const struct ic3_cube *all);
/* Drops literals as long as the cube stays unreachable by a step. */
void ic3_generalise (struct ic3 *, struct ic3_cube *, uint32_t level);
/* The highest level at which the cube is unreachable by a step. */
uint32_t ic3_lift_level (struct ic3 *, const struct ic3_cube *, uint32_t level);
/* Moves clauses up; true: two levels are equal, which proves the property. */
bool ic3_propagate (struct ic3 *);
bool ic3_within (const struct ic3_cube *small, const struct ic3_cube *large);      /* subset; both are sorted */
void ic3_sort (struct ic3_cube *);
/* Blocks the cube at levels 1 .. level. */
void ic3_block (struct ic3 *, struct ic3_cube, uint32_t level);

#endif
