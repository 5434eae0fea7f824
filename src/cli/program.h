/* A program made ready to run: its sources built, or an executable that was
 * built with `mazurka cc`; and the runs of it. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "base/options.h"
#include "model/result.h"
#include "native/supervise.h"

struct program_temporal;

struct program {
  const char *const *files;       /* as they were named */
  size_t nfiles;
  char *directory;                /* heap: temporary, holds what was built; NULL: nothing was */
  char *executable;               /* heap */
  char **argv;                    /* heap, the first word too; NULL at the end */
  uint64_t hash;                  /* of the files and flags */
  const struct program_temporal *temporal;   /* the property that its runs are about, or NULL: set by the caller */
};

/* False after a message (the compiler's, or one of ours); close in both cases. */
bool program_open (struct program *, const char *const *files, size_t nfiles, const char *const *arguments,
                   size_t narguments, const struct options *, struct diag *);
void program_close (struct program *);

/* Orders for a run as the options say; the caller adds the reduction, if
 * executions are to be explored, and what it wants to hear.
 * False after saying what is wrong with an option. */
bool program_orders (const struct program *, const struct options *, struct supervise *);

/* Orders to repeat the finding's steps, which are returned on the heap; NULL after saying what is wrong. */
struct wire_choice *program_replay_orders (const struct program *, const struct options *, const struct finding *,
                                           struct supervise *);

/* Runs the steps of the finding again. True iff it happens again; else `why` says what does. */
struct program_replay {
  const struct finding *finding;
  const struct wire_finding *about;   /* names memory whose accesses are to be told; NULL: none */
  bool show_output;
  struct finding *told;           /* if not NULL: the finding of this run, the caller's */
  struct wire_log_finding *again; /* if not NULL: the same as it was sent, the caller's */
};
bool program_replay (const struct program *, const struct options *, const struct program_replay *, char *why, size_t room);

#endif
