/* Follows a witness of SV-COMP (report/witness_read.h): does an execution of the program pass its waypoints, one after the
 * other, and then fail at its target?
 *
 *     follow_open (&f, path, files, nfiles, &diag)   copies of the sources, with the waypoints in them
 *     ... build f.copies, explore ...
 *     follow_judge (&f, &result)                     a violation that matches stays one, everything else is unknown
 *
 * How: follow.c. */
#ifndef CLI_FOLLOW_H
#define CLI_FOLLOW_H

#include "base/options.h"
#include "report/witness_read.h"

struct follow {
  const char *path;               /* path of the witness */
  struct witness_file witness;
  const char *const *files;
  size_t nfiles;
  char *directory;                /* heap: temporary */
  VEC (const char *) copies;      /* heap, including the paths */
  char *cflags, *nondet;          /* heap: for follow_options */
  char reason[290];               /* why it cannot be followed; empty: it can */
};

/* False after a message: it cannot be read. Close in both cases. */
bool follow_open (struct follow *, const char *path, const char *const *files, size_t nfiles, struct diag *);
void follow_close (struct follow *);

/* Options for exploring the program with the waypoints. */
void follow_options (struct follow *, struct options *);

/* Keeps a finding that matches the witness; otherwise the verdict is unknown, with the reason. */
void follow_judge (const struct follow *, struct result *);

#endif
