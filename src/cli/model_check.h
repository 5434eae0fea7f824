/* `mazurka check` of a model: Promela, a protocol, or a C program as a model. The exit code. */
#ifndef CLI_MODEL_CHECK_H
#define CLI_MODEL_CHECK_H

#include "base/options.h"

struct complaint;

int model_check (const char *program, const struct options *, bool is_c, const struct option_words *files,
                 const struct option_words *rest, struct complaint *);

#endif
