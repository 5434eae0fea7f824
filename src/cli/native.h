/* Checking C programs: the part of `check` for them. */
#ifndef CLI_NATIVE_H
#define CLI_NATIVE_H

#include "base/options.h"

struct complaint;

/* Returns the exit code. `line`: where the first file shows that it is C, or 0. */
int native_check (const char *program, const struct options *, const struct option_words *files, int line,
                  const struct option_words *arguments, struct complaint *);

#endif
