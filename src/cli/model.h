/* A model ready to run: read, classified, lowered, compiled for the vm. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "base/options.h"
#include "cli/strategy.h"
#include "model/graph.h"
#include "model/ts.h"
#include "reduce/exec_ts.h"
#include "search/search.h"
#include "vm/vm.h"

struct wire_log;

struct model {
  struct pg *pg;
  struct pg *open;                /* for circuits: the same graph with free inputs; NULL: it has none */
  struct pg *any;                 /* for proofs about any number of threads: the graph with families; NULL: their number is
                                   * bounded */
  struct pg_expr *any_visible;    /* the invariant in that graph */
  struct ts *ts;
  struct protocol *protocol;      /* a protocol (which owns ts); pg and observer are then for its observables */
  struct ts *observer;            /* evaluates the expressions: ts, or for a protocol a vm of its observables */
  uint32_t *observed;             /* for a protocol or program: the observer's state */
  const struct wire_log *states;  /* of a program, whose states ts has; otherwise NULL */
  const char *invariant_text;     /* NULL: none */
  struct vm_expr invariant;
  const struct pg_expr *visible;       /* the invariant, or NULL */
  struct static_reduction *reduction;   /* the reduction, if requested and sound */
  bool transactions;              /* static sets are refined by lock patterns */
  bool acyclic;                   /* of a protocol: no execution returns to an earlier state */
  const char *no_por;             /* otherwise the reason; NULL: not requested */
  struct exec *exec;              /* the model as controlled executions, if requested */
  struct exec_ts_config how;      /* configuration of `exec` */
  bool sleeps;                    /* with sleep sets */
  uint64_t hash;                  /* hash of the model as written */
};

/* Opens the model with the options (define, lossy, invariant). False after a located message; close in both cases. */
bool model_open (struct model *, const char *file, const struct options *, struct diag *);
void model_close (struct model *);

/* Opens the same model again with more input values (--nondet). False: impossible; close it in that case too. */
bool model_reopen (struct model *, const char *file, const struct options *, struct diag *);

/* For a protocol or program: compiles `pg`, which is for its observables. False after a message. */
bool model_make_observer (struct model *, struct diag *);

/* Sets up stubborn or ample sets for the following searches if the strategy says so, where that is sound. */
void model_reduce (struct model *, const struct strategy *);

/* The state for evaluating the observer's expressions; valid until the next call. On a fault it cannot be evaluated. */
const uint32_t *model_observe (struct model *, const uint32_t *state, struct fault *);

/* Do all invariants hold? Has the type of search_run.invariant; the context is the model. */
bool model_invariant_holds (void *context, const uint32_t *state, struct fault *);

/* "agreement, x < 3": the names of the invariants. */
void model_name_invariants (const struct model *, struct str *);

/* A search over the model; the caller sets progress and interrupt. */
void model_search (struct model *, const struct options *, struct search_run *);

#endif
