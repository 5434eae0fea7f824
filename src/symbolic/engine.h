/* Engines: each looks for a path of a circuit from its initial state, by valid steps, to a bad one.
 *
 * What they are given is a problem; `bad` may depend on the inputs. What they give is an
 * outcome: a path, a proof that there is none (of any length), or neither and why.
 */
#ifndef SYMBOLIC_ENGINE_H
#define SYMBOLIC_ENGINE_H

#include "symbolic/circuit.h"
#include "symbolic/solver.h"

struct progress_note {
  uint64_t depth, clauses;
  double seconds;                 /* for the last depth */
};

struct problem {
  struct circuit *c;
  lit bad;
  lit save;                       /* a lasso's loop begins in this state; LIT_FALSE: paths are no lassos */
  bool endless;                   /* paths are lassos: that there is no longer one proves nothing */
  uint64_t max_depth;             /* 0: no limit */
  struct budget *budget;
  void (*note) (void *context, const struct progress_note *);
  void *context;
};

/* RUN: there is an infinite run that meets all justice of the circuit, but it is not known which. */
enum outcome_kind { OUTCOME_PROVED, OUTCOME_PATH, OUTCOME_RUN, OUTCOME_UNKNOWN };

struct outcome {
  enum outcome_kind kind;
  VEC (uint32_t) path;            /* steps of the circuit; the last may fail. PG_ALL: nothing was enabled */
  VEC (bool) inputs;              /* of each step all inputs of the circuit, in their order; empty: not known */
  long loop;                      /* a lasso: it begins before this one; else -1 */
  uint64_t depth;                 /* looked at, or how far a proof had to look */
  uint64_t clauses;
  char reason[160];               /* why not known */
};

/* Finds latches that never change (known.c). Of a circuit without a claim. */
void circuit_know (struct circuit *, struct budget *);

typedef void engine_fn (const struct problem *, struct outcome *);
engine_fn engine_bmc, engine_induction, engine_ic3, engine_bdd;
/* Proves for any number of processes; the circuit's graph has families of FAMILY_MEMBERS that families_check has looked at. */
enum { FAMILY_MEMBERS = 3 };
engine_fn engine_views;

void outcome_release (struct outcome *);
void outcome_unknown (struct outcome *, const char *why);

#endif
