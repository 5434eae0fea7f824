/* Engines: each looks for a path of a circuit, by valid steps, from its initial state to a bad one.
 *
 * The input is a problem; `bad` may depend on the inputs. The output is an outcome: a path, a proof that there is none (of
 * any length), or neither, with a reason. */
#ifndef SYMBOLIC_ENGINE_H
#define SYMBOLIC_ENGINE_H

#include "symbolic/circuit.h"
#include "symbolic/solver.h"

struct progress_note {
  uint64_t depth, clauses;
  double seconds;                 /* seconds for the last depth */
};

struct problem {
  struct circuit *c;
  lit bad;
  lit save;                       /* start of a lasso's loop; LIT_FALSE: paths are no lassos */
  bool endless;                   /* paths are lassos: that no longer path exists proves nothing */
  uint64_t max_depth;             /* 0: no limit */
  struct budget *budget;
  void (*note) (void *context, const struct progress_note *);
  void *context;
};

/* RUN: some infinite run meets all justice conditions of the circuit, but it was not computed. */
enum outcome_kind { OUTCOME_PROVED, OUTCOME_PATH, OUTCOME_RUN, OUTCOME_UNKNOWN };

struct outcome {
  enum outcome_kind kind;
  VEC (uint32_t) path;            /* steps of the circuit; the last may fail. PG_ALL: no step was enabled */
  VEC (bool) inputs;              /* of each step all inputs of the circuit, in their order; empty: not known */
  long loop;                      /* a lasso: index of the first step of its loop; else -1 */
  uint64_t depth;                 /* depth checked, or the depth that the proof needed */
  uint64_t clauses;
  char reason[160];               /* why it is unknown */
};

/* Finds latches that never change (known.c). Of a circuit without a claim. */
void circuit_know (struct circuit *, struct budget *);

typedef void engine_fn (const struct problem *, struct outcome *);
engine_fn engine_bmc, engine_induction, engine_ic3, engine_bdd;
/* Proves the property for any number of processes; requires families of FAMILY_MEMBERS accepted by families_check. */
enum { FAMILY_MEMBERS = 3 };
engine_fn engine_views;

/* Runs the engine in a process of its own, which is ended when the budget is spent (engine_process.c). */
void engine_apart (engine_fn *, const struct problem *, struct outcome *);

void outcome_release (struct outcome *);
void outcome_unknown (struct outcome *, const char *why);

#endif
