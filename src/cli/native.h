/* Checking C programs: the parts of `check` and `replay` for them. */
#ifndef CLI_NATIVE_H
#define CLI_NATIVE_H

#include "base/options.h"
#include "report/tracefile.h"

/* Both return the exit code. */
int native_check (const char *program, const struct options *, const struct option_words *files,
                  const struct option_words *arguments);
int native_replay (const char *trace_path, const struct trace_file *, const struct options *);

#endif
