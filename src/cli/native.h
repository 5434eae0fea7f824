/* Checking C programs: the parts of `check` and `replay` for them. */
#ifndef CLI_NATIVE_H
#define CLI_NATIVE_H

#include "base/options.h"
#include "report/tracefile.h"

struct complaint;

/* Both return the exit code. `line`: where the first file shows that it is C, or 0. */
int native_check (const char *program, const struct options *, const struct option_words *files, int line,
                  const struct option_words *arguments, struct complaint *);
int native_replay (const char *trace_path, const struct trace_file *, const struct options *);

#endif
