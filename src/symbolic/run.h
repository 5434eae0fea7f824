/* Symbolic checking of a model: circuit, engine, and the counterexample as an execution of the model.
 *
 *     struct symbolic_run r = {.pg = pg, .ts = ts, ...};
 *     if (!symbolic_check (&r, &result, &refusal))
 *       ...                      the model contains something that circuits do not support: refusal.what, at refusal.pos
 *
 * Every counterexample is executed by `ts`, which determines the error. One that it does not confirm is not reported: the
 * verdict is unknown, with a reason that asks for a bug report. */
#ifndef SYMBOLIC_RUN_H
#define SYMBOLIC_RUN_H

#include "base/options.h"
#include "model/inspector.h"
#include "model/result.h"
#include "symbolic/engine.h"

struct symbolic_run {
  const struct pg *pg;            /* the graph with inputs */
  const struct pg *executed;      /* the graph that `ts` executes: the same (or NULL), or with values for inputs */
  const struct pg *any;           /* the graph with families, or NULL: proofs for any number of processes are tried first */
  const struct pg_expr *any_invariant;
  struct ts *ts;
  struct inspector *inspector;
  const struct options *options;
  int engine;                     /* an ENGINE_ constant */
  enum circuit_por por;
  const struct pg_expr *invariant;
  const char *invariant_text;
  bool (*invariant_holds) (void *context, const uint32_t *state, struct fault *);
  void *invariant_context;
  const struct circuit_claim *claim;       /* NULL: safety */
  enum finding_kind claim_kind;            /* kind of its findings */
  const char *claim_message;
  struct pos claim_pos;
  /* The executor lacks these values: replaces it by one that has them, and changes the run accordingly. False: impossible. */
  bool (*learn_values) (struct symbolic_run *, const int64_t *values, size_t n);
  void *values_context;
  volatile const int *interrupt;
  bool *reduced;                  /* set if the scheduler was restricted; or NULL */
  void (*progress) (void *context, const char *engine, const struct progress_note *, double seconds);
  void *progress_context;
};

bool symbolic_check (struct symbolic_run *, struct result *, struct refusal *);

#endif
