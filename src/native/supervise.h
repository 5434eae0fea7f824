/* Runs a program under test in a process of its own and reads its records.
 *
 * Whatever the program does (crash, loop, take all memory, never end), supervise_run
 * returns, with the records until then and the reason of the end.
 */
#ifndef NATIVE_SUPERVISE_H
#define NATIVE_SUPERVISE_H

#include "native/wire_reader.h"

struct supervise {
  const char *program;            /* path of the executable */
  char *const *argv;              /* as main sees them, NULL at the end */
  struct wire_orders orders;
  const struct wire_choice *steps;  /* orders.nsteps of them */
  bool show_output;               /* of the program; else it is discarded */
  double silence;                 /* seconds without a record after which the program is assumed to loop; 0: the default */
  uint64_t memory;                /* most it may use, in bytes; 0: most of the machine's */
  volatile const int *interrupt;  /* nonzero: the user asks for an end; may be NULL */
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

/* Fills the log (release it in any case); `why` is the reason if the result is not DONE. */
enum supervise_end supervise_run (const struct supervise *, struct wire_log *, char *why, size_t room);

/* Prepares orders for a program that a debugger will start from this process: sets the
 * environment variable. The program's records are discarded. */
bool supervise_prepare (const struct supervise *, char *why, size_t room);

#endif
