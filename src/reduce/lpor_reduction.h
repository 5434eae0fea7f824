/* The library of stubborn sets (mazurka/lpor.h) as a static reduction. */
#ifndef REDUCE_LPOR_REDUCTION_H
#define REDUCE_LPOR_REDUCTION_H

#include <mazurka/lpor.h>

#include "reduce/reduce.h"

struct lpor_facts {
  struct mz_lpor_system system;   /* its context is given to the following too */
  uint32_t (*number) (void *context, trans_id);                /* of the transition that the name is a way of */
  void (*look) (void *context, const uint32_t *state);         /* the state that sets_in will be asked about */
  void (*plainly) (void *context, bool);                       /* or NULL: steps as they are from now on, or as they were */
  void (*free) (void *context);
};

/* NULL, and why. Takes over the context. */
struct static_reduction *lpor_reduction_new (const struct lpor_facts *, const char **why);

#endif
