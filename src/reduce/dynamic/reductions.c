/* The table of reductions. */

#include "reduce/dynamic/reduction.h"

#include <string.h>

#define REDUCTIONS(X)                                                     \
  X (none)                                                                \
  X (static)                                                              \
  X (ample)                                                               \
  X (stubborn)                                                            \
  X (persistent)                                                          \
  X (lpor)                                                                \
  X (lpor_net)                                                            \
  X (dpor)                                                                \
  X (source)                                                              \
  X (optimal)                                                             \
  X (static_dpor)                                                         \
  X (static_source)                                                       \
  X (bounded)

#define X(name) extern const struct reduction reduction_##name;
REDUCTIONS (X)
#undef X

const struct reduction *const reductions[] = {
#define X(name) &reduction_##name,
  REDUCTIONS (X)
#undef X
  NULL,
};

/* Ample and stubborn sets are computed by src/reduce/ample.c; they are not available for programs under test. */
const struct reduction reduction_ample = {
  .name = "ample", .help = "ample sets: all next steps of one process", .models = true,
};

const struct reduction reduction_stubborn = {
  .name = "stubborn", .help = "stubborn sets: of a blocked step, one false condition counts", .models = true, .guards = true, .protocols = PROTOCOLS_REFINED,
};

const struct reduction reduction_persistent = {
  .name = "persistent", .help = "stubborn sets that keep every terminal state", .models = true, .guards = true, .ends = true,
};

/* src/reduce/lpor_reduction.c, with the relations of protocols */
const struct reduction reduction_lpor = {
  .name = "lpor", .help = "protocols: stubborn sets with the relations of the paper (Definitions 4 and 5)", .models = true, .protocols = PROTOCOLS_PLAIN, .ends = true,
};

const struct reduction reduction_lpor_net = {
  .name = "lpor-net", .help = "protocols: with finer relations, and what must happen before a transition is enabled; auto for protocols", .models = true,
  .protocols = PROTOCOLS_REFINED_ONLY, .ends = true,
};

const struct reduction *
reduction_find (const char *name)
{
  for (size_t i = 0; reductions[i]; i++)
    if (!strcmp (reductions[i]->name, name))
      return reductions[i];
  return NULL;
}
