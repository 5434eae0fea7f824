/* Runs a program under test in a process of its own and listens to it.
 *
 * Whatever the program does (crash, loop, take all memory, never end), this
 * returns, with what was read until then and how it came to its end.
 */
#ifndef NATIVE_SUPERVISE_H
#define NATIVE_SUPERVISE_H

#include "native/wire_reader.h"

struct supervise {
  const char *program;            /* path of the executable */
  char *const *argv;              /* as main sees them, NULL at the end */
  struct wire_orders orders;
  const struct wire_choice *steps;  /* orders.nsteps of them */
  bool show_output;               /* of the program; else nobody sees it */
  double silence;                 /* seconds without a word after which the program is taken to loop; 0: the default */
  uint64_t memory;                /* most it may use, in bytes; 0: most of the machine's */
  volatile const int *interrupt;  /* nonzero: the user wants it to end; may be NULL */
  void (*progress) (void *context, const struct wire_progress *);   /* may be NULL */
  void *progress_context;
};

enum supervise_end {
  SUPERVISE_DONE,                 /* the exploration ended by itself */
  SUPERVISE_NOT_STARTED,
  SUPERVISE_GONE,                 /* the process ended before the exploration */
  SUPERVISE_SILENT,               /* asked to end, as in the following cases, and killed if it did not */
  SUPERVISE_MEMORY,
  SUPERVISE_TIME,
  SUPERVISE_INTERRUPTED,
  SUPERVISE_MALFORMED
};

/* Fills the log (release it in any case); `why` says what happened if it is not DONE. */
enum supervise_end supervise_run (const struct supervise *, struct wire_log *, char *why, size_t room);

/* Gives orders to a program that somebody else will start from this process
 * (a debugger): its environment then names them. What it writes is lost. */
bool supervise_prepare (const struct supervise *, char *why, size_t room);

#endif
