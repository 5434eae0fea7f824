/* Inside property-directed reachability: cubes, frames, questions to the solver. */
#ifndef SYMBOLIC_IC3_H
#define SYMBOLIC_IC3_H

#include "symbolic/engine.h"
#include "symbolic/unroll.h"

/* A set of states: latches with their values, by latch. 2 * latch + (value is false). Behind the circuit's latches come comparisons
 * that the model makes (circuit_predicates): they are functions of the state, and cubes may say what they are, too. */
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
  size_t told;                    /* clauses of blocked cubes that the solver has, old ones too */
  VEC (lit) act;                  /* by level: turns on the level's clauses */
  VEC (struct { VEC (struct ic3_cube) list; }) frames;        /* blocked cubes whose highest level this is */
  VEC (struct obligation) obligations;
  VEC (size_t) queue;             /* heap of obligations, lowest level first */
  uint32_t count;                 /* latches and predicates */
  struct predicates predicates;
  lit *now, *next;                /* of each, in the unrolled graph */
  bool *init;                     /* in the initial state */
  bool *one_of;                   /* by latch: one of several of which just one is true: that the others are false goes without saying */
  bool *stuck;                    /* by latch: it never changes, cubes need not say it */
  uint32_t *word;                 /* by latch: the word that it is a bit of; UINT32_MAX: none */
  bool widened;                   /* cubes say comparisons instead of the bits of words (ic3_words.c) */
  bool *wide, *about;             /* by latch: of a word with many bits; by predicate and word: it depends on it */
  uint32_t words;
  uint32_t *member;               /* by latch and predicate: the slot of a family's member whose it is, or PG_ALL */
  lit valid, bad;
  lit chosen;                     /* as circuit.chosen: the bad step may go beyond what is modelled */
};

void ic3_init (struct ic3 *, const struct problem *, unsigned rounds);      /* rounds: as circuit_predicates */
void ic3_release (struct ic3 *);
void ic3_add_level (struct ic3 *);
void ic3_refresh (struct ic3 *);                /* a new solver, if most of what the present one was told is old */
static inline uint32_t ic3_levels (const struct ic3 *x) { return (uint32_t) x->frames.count - 1; }

struct ic3_cube ic3_cube_copy (const struct ic3_cube *);
void ic3_cube_free (struct ic3_cube *);
bool ic3_cube_initial (const struct ic3 *, const struct ic3_cube *);      /* the initial state is in it */

/* Can a state of the level before `level` that is not in the cube step into it? SAT: it can, the solver has the model. UNSAT:
 * `core`, if not NULL, gets a smaller cube that cannot be stepped into either and does not have the initial state. */
enum solver_answer ic3_step_into (struct ic3 *, const struct ic3_cube *, uint32_t level, struct ic3_cube *core);
enum solver_answer ic3_reaches_bad (struct ic3 *, uint32_t level);
/* With the bits of a word left out; UINT32_MAX: of all words. */
struct ic3_cube ic3_without_word (const struct ic3 *, const struct ic3_cube *, uint32_t word);
/* The first word with bits in the cube from latch `from` on, which moves behind it; UINT32_MAX: there is none. */
uint32_t ic3_next_word (const struct ic3 *, const struct ic3_cube *, uint32_t *from);
/* The state of the solver's model, with the inputs, and as much of it left out as does not matter for stepping into `to` (NULL: for
 * the bad step). */
struct ic3_cube ic3_lift (struct ic3 *, const struct ic3_cube *to, bool *inputs);
/* ic3_words.c */
void ic3_words_init (struct ic3 *);
bool ic3_has_wide (const struct ic3 *);
/* The cube says comparisons instead of the bits of its large words; `all`: what holds in the state that it is about. */
void ic3_widen (const struct ic3 *, struct ic3_cube *, const struct ic3_cube *all);
/* Leaves out literals as long as the cube still cannot be stepped into. */
void ic3_generalise (struct ic3 *, struct ic3_cube *, uint32_t level);
/* The highest level at which the cube cannot be stepped into. */
uint32_t ic3_lift_level (struct ic3 *, const struct ic3_cube *, uint32_t level);
/* Clauses move up; true: two levels are the same, which is the proof. */
bool ic3_propagate (struct ic3 *);
bool ic3_within (const struct ic3_cube *small, const struct ic3_cube *large);      /* both sorted */
void ic3_sort (struct ic3_cube *);
/* Blocked for levels 1 .. level. */
void ic3_block (struct ic3 *, struct ic3_cube, uint32_t level);

#endif
