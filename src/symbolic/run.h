/* Symbolic checking of a model: circuit, engine, and the counterexample made an execution of the model.
 *
 *     struct symbolic_run r = {.pg = pg, .ts = ts, ...};
 *     if (!symbolic_check (&r, &result, &refusal))
 *       ...                      the model has something in it that no circuit is made for: refusal.what, at refusal.pos
 *
 * Every counterexample is executed by `ts`, which says what is wrong. One that it does not confirm is no finding:
 * the verdict is unknown, with a reason that asks to report it.
 */
#ifndef SYMBOLIC_RUN_H
#define SYMBOLIC_RUN_H

#include "base/options.h"
#include "model/inspector.h"
#include "model/result.h"
#include "symbolic/engine.h"

struct symbolic_run {
  const struct pg *pg;            /* with inputs */
  const struct pg *executed;      /* the graph that `ts` executes: the same (NULL, too), or with values for inputs */
  const struct pg *any;           /* the graph with families, or NULL: proofs for any number of processes are tried first */
  const struct pg_expr *any_invariant;
  struct ts *ts;
  struct inspector *inspector;
  const struct options *options;
  int engine;                     /* ENGINE_BMC .. */
  enum circuit_por por;
  const struct pg_expr *invariant;
  const char *invariant_text;
  bool (*invariant_holds) (void *context, const uint32_t *state, struct fault *);
  void *invariant_context;
  const struct circuit_claim *claim;       /* NULL: safety */
  enum finding_kind claim_kind;            /* of a violation of it */
  const char *claim_message;
  struct pos claim_pos;
  /* The executor does not know these values: gets another one that does, and changes the run accordingly. False: it cannot be had. */
  bool (*learn_values) (struct symbolic_run *, const int64_t *values, size_t n);
  void *values_context;
  volatile const int *interrupt;
  bool *reduced;                  /* set: the scheduler was restricted; or NULL */
  void (*progress) (void *context, const char *engine, const struct progress_note *, double seconds);
  void *progress_context;
};

bool symbolic_check (struct symbolic_run *, struct result *, struct refusal *);

#endif
