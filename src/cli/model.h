/* A model made ready to run: read, told apart, lowered, given to the vm. */
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
  struct pg *open;                /* for circuits: the same graph, but values from outside are inputs; NULL: there are none */
  struct pg *any;                 /* for proofs: with families, for any number of threads; NULL: their number has a bound */
  struct pg_expr *any_visible;    /* the invariant there */
  struct ts *ts;
  struct protocol *protocol;      /* the model is one (ts is its); pg and observer hold what is observed of it */
  struct ts *observer;            /* whose expressions are evaluated: ts, or of a protocol a vm of its observables */
  uint32_t *observed;             /* a protocol's, or a program's: the observer's state */
  const struct wire_log *states;  /* of a program, whose ts it is; else NULL */
  const char *invariant_text;     /* NULL: none */
  struct vm_expr invariant;
  const struct pg_expr *visible;       /* the invariant, or NULL */
  struct static_reduction *reduction;   /* the reduction, if one was wanted and is sound */
  bool transactions;              /* static sets are sharpened by lock patterns */
  bool acyclic;                   /* known of a protocol: no execution comes back to a state */
  const char *no_por;             /* else why not; NULL: not wanted */
  struct exec *exec;              /* the model execution by execution, if that is wanted */
  struct exec_ts_config how;      /* that was made */
  bool sleeps;                    /* with sleep sets */
  uint64_t hash;                  /* of the model as it was written */
};

/* Opens the model as the options say (define, lossy, invariant). False after a
 * located message; close in both cases. */
bool model_open (struct model *, const char *file, const struct options *, struct diag *);
void model_close (struct model *);

/* The same model again, with more values tried for what is read from outside (--nondet). False: it cannot be had; close it then too. */
bool model_reopen (struct model *, const char *file, const struct options *, struct diag *);

/* Reduces the searches to come with stubborn or ample sets if the strategy says so, where that is sound. */
void model_reduce (struct model *, const struct strategy *);

/* The state as the observer's expressions see it; valid until the next call. A fault: it cannot be evaluated. */
const uint32_t *model_observe (struct model *, const uint32_t *state, struct fault *);

/* What is to hold in every state does; else as search_run.invariant says. The context is the model. */
bool model_invariant_holds (void *context, const uint32_t *state, struct fault *);

/* "agreement, x < 3": what is to hold in every state. */
void model_name_invariants (const struct model *, struct str *);

/* A search over the model; the caller adds progress and interrupt. */
void model_search (struct model *, const struct options *, struct search_run *);

#endif
