/* Checks models with the symbolic engines. */
#ifndef CLI_SYMBOLIC_H
#define CLI_SYMBOLIC_H

#include "cli/model.h"
#include "cli/temporal.h"
#include "symbolic/run.h"

struct symbolic_progress {
  void (*show) (void *context, const char *engine, const struct progress_note *, double seconds);
  void *context;
};

/* Can circuits be made of the model? False after a message. */
bool symbolic_suits (const struct model *, const struct strategy *, const char *file, struct diag *);

/* The property for circuits; valid as long as the property is. */
struct circuit_claim symbolic_claim (const struct temporal *);

/* How to reopen the model. A counterexample may contain input values that the executor does not try: then the model is
 * opened again, with these in --nondet. options NULL: this is not allowed. */
struct symbolic_values {
  const char *file;
  struct options *options;
};

/* Checks safety, or the temporal property if that is not NULL; `no_por` says why a requested reduction was not used. False
 * after a located message: something in the model is not supported. */
bool symbolic_property (struct model *, const struct symbolic_values *, const struct strategy *, const struct options *, const struct temporal *, volatile const int *interrupt,
                        const struct symbolic_progress *, struct result *, const char **no_por);

#endif
