/* A program ready to run: its sources were built, or it is an executable built with `mazurka cc`; and its runs. */
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "base/options.h"
#include "model/result.h"
#include "native/supervise.h"

struct program_temporal;

struct program {
  const char *const *files;       /* as the user named them */
  size_t nfiles;
  char *directory;                /* heap: temporary, holds build results; NULL: nothing was built */
  char *executable;               /* heap */
  char **argv;                    /* heap, including the first word; terminated by NULL */
  uint64_t hash;                  /* hash of the files and flags */
  struct program_temporal *temporal;   /* the property that its runs observe, or NULL: set by the caller */
};

/* False after a message (of the compiler, or ours); close in both cases. */
bool program_open (struct program *, const char *const *files, size_t nfiles, const char *const *arguments,
                   size_t narguments, const struct options *, struct diag *);
void program_close (struct program *);

/* Orders for a run with the options; the caller adds the reduction, if executions are explored, and the callbacks. False
 * after reporting an error in an option. */
bool program_orders (const struct program *, const struct options *, struct supervise *);

/* Orders to repeat the finding's steps, which are returned on the heap; NULL after reporting an error. */
struct wire_choice *program_replay_orders (const struct program *, const struct options *, const struct finding *,
                                           struct supervise *);

/* Runs the program by the steps: the orders are those of program_orders, and what the caller has added. Fills the log
 * (release it in any case). `why` says what happened if it is not DONE, or if nothing was found. */
enum supervise_end program_steer (struct supervise *, const struct wire_choice *steps, size_t nsteps, struct wire_log *, char *why, size_t room);

/* Runs the steps of the finding again, which may be a run that violates `temporal`. True iff it is reproduced; otherwise `why`
 * says what happened. */
struct program_replay {
  const struct finding *finding;
  const struct wire_finding *about;   /* names memory whose accesses are recorded; NULL: none */
  bool show_output;
  struct finding *found;          /* if not NULL: the finding of this run, owned by the caller */
  struct wire_log_finding *again; /* if not NULL: the same as it was received, owned by the caller */
};
bool program_replay (const struct program *, const struct options *, const struct program_replay *, char *why, size_t room);

#endif
