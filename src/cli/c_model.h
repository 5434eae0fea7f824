/* C programs as models, for every engine that does not run them. */
#ifndef CLI_C_MODEL_H
#define CLI_C_MODEL_H

#include "base/options.h"
#include "model/graph.h"

/* The engine that the options name takes C as a model. */
bool c_model_wanted (const struct options *);

/* The program as a graph, with the bounds that the options give; `family`: as c_config.family. NULL after a located message. */
struct pg *c_model_load (const char *file, const struct options *, uint32_t family, struct diag *);

#endif
