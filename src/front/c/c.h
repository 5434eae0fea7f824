/* C programs as program graphs.
 *
 * c_load compiles the files with clang, and translates the bitcode: threads are
 * processes that exist from the start and wait to be started, a step is one visible
 * operation and what the thread computes after it. NULL: reported.
 * docs/c-models.md says what is translated and how.
 */
#ifndef FRONT_C_C_H
#define FRONT_C_C_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "model/graph.h"

struct c_config {
  const char *const *files; int nfiles;
  const char *cflags;             /* for clang, or NULL */
  const char *include;            /* where <mazurka/mazurka.h> is, or NULL */
  bool races;                     /* look for data races */
  bool weak_atomics;              /* accesses weaker than seq_cst are executed as if they were */
  bool spurious;                  /* condition variables may wake up without a signal */
  bool any_exit_status;
  bool observed;                  /* properties look at the globals: every write to one is a step */
  double seconds;                 /* for the compiler; 0: as base/child.h says */
  uint32_t family;                /* 0, or: such places start members of a family (graph.h) of so many */
  uint32_t max_threads;           /* that one place in the program may start, if it is in a loop of unknown length */
  uint32_t max_blocks;            /* that it may allocate */
  uint32_t max_recursion;         /* calls of one function inside each other */
};

struct pg *c_load (const struct c_config *, struct diag *);

#endif
