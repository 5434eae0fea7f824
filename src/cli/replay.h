/* `mazurka replay`: what models and programs have in common. */
#ifndef CLI_REPLAY_H
#define CLI_REPLAY_H

#include "base/options.h"
#include "report/term.h"
#include "report/tracefile.h"

struct replay {
  const char *file;               /* the trace */
  struct trace_file trace;
  struct options options;         /* of the command line, and of the run that wrote the trace */
  struct term term;
  struct diag diag;
};

/* Is the input, read from `path`, the one that the trace was recorded with? False after a message. */
bool replay_fits (struct replay *, const char *path, uint64_t hash);

/* Reports the finding, which was reproduced in so many steps; NULL: it was not, for that reason. Returns the exit code. */
int replay_report (struct replay *, const struct finding *, size_t nsteps, const char *why);

/* The trace of a program. Returns the exit code. */
int native_replay (struct replay *);

#endif
