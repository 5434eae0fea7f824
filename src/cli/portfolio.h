/* Several engines at once, each in a process of its own: the first certain answer counts. An ok may have gaps, kinds of
 * errors that an engine cannot see and another one can: it counts when no running engine could close one. */
#ifndef CLI_PORTFOLIO_H
#define CLI_PORTFOLIO_H

#include <stdbool.h>
#include <stdio.h>

enum portfolio_gap {
  GAP_POINTERS = 1,               /* a pointer that leaves its object and reaches another */
  GAP_LIVELOCK = 2,               /* threads that run for ever without progress */
  GAP_OVERFLOW = 4,               /* overflow of signed arithmetic, undefined in C; models wrap */
};

struct portfolio {
  const int *engines;             /* values of --engine, in the order in which their "unknown" is preferred */
  const int *step_back;           /* by engine: nice(2) values, for the case of fewer processors than engines */
  const unsigned *gaps;           /* by engine: bits of enum portfolio_gap; NULL: no gaps */
  int count;
  int (*run) (void *context, int engine, FILE *files);     /* a whole check, with staged files; returns the exit code */
  void *context;
  volatile int *unbounded;        /* shared by the processes; set: only the prover can say ok */
  unsigned soon;                  /* seconds after which all but the prover lower their priority if `unbounded` is set */
  unsigned patience;              /* seconds that an ok with a gap waits for other engines */
  bool quiet;                     /* do not report which engine answered */
};

/* The exit code of the engine whose output was printed: the first to find a violation; otherwise the first to say ok;
 * otherwise that of the first in the list that was not refused. */
int portfolio_run (const struct portfolio *);

#endif
