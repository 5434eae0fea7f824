/* C programs as models, for all engines except native. */
#ifndef CLI_C_MODEL_H
#define CLI_C_MODEL_H

#include "base/options.h"
#include "model/graph.h"

/* The selected engine checks C programs as models. */
bool c_model_wanted (const struct options *);

/* The program as a graph, with the bounds given by the options; `family`: see c_config.family. NULL after a located message. */
struct pg *c_model_load (const char *file, const struct options *, uint32_t family, struct diag *);

#endif
