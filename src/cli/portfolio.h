/* Several engines at once, each a process of its own: the first that is sure answers. */
#ifndef CLI_PORTFOLIO_H
#define CLI_PORTFOLIO_H

#include <stdbool.h>
#include <stdio.h>

struct portfolio {
  const int *engines;             /* values of --engine, the one whose "unknown" is told first */
  const int *step_back;           /* by engine: nice(2) values: who gets less where there are fewer processors than engines */
  int count;
  int (*run) (void *context, int engine, FILE *files);     /* a whole check, its files staged; returns the exit code */
  void *context;
  volatile int *unbounded;        /* shared by the processes; set: only the prover can say ok */
  unsigned soon;                  /* seconds; what has no answer by then takes long: all but the prover step back where `unbounded` is set */
  bool quiet;                     /* do not say who answered */
};

/* The exit code of the engine whose output was printed: the first to say ok or violation; else of the first in the list that was not
 * refused. */
int portfolio_run (const struct portfolio *);

#endif
