/* C programs as program graphs.
 *
 * c_load compiles the files with clang and translates the bitcode: threads are processes that exist from the start and wait
 * to be started; a step is one visible operation and the thread's computation after it. NULL after a message.
 * docs/c-models.md describes the translation. */
#ifndef FRONT_C_C_H
#define FRONT_C_C_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "model/graph.h"

struct c_config {
  const char *const *files; int nfiles;
  const char *cflags;             /* for clang, or NULL */
  const char *include;            /* directory of <mazurka/mazurka.h>, or NULL */
  bool races;                     /* check for data races */
  bool weak_atomics;              /* execute accesses weaker than seq_cst as if they were seq_cst */
  bool spurious;                  /* condition variables may wake up spuriously */
  bool any_exit_status;
  bool observed;                  /* properties observe the globals: every write to one is a step */
  double seconds;                 /* time limit of the compiler; 0: the default of base/child.h */
  uint32_t family;                /* 0, or: places that start an unknown number of threads start a family (graph.h) of this
                                   * size */
  uint32_t max_threads;           /* number of threads that one place may start, if it is in a loop of unknown length */
  uint32_t max_blocks;            /* number of blocks that one place may allocate */
  uint32_t max_recursion;         /* depth of recursion of one function */
};

struct pg *c_load (const struct c_config *, struct diag *);

#endif
