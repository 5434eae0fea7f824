/* Several engines at once, each a process of its own: the first that is sure answers. An ok is as good as its gaps,
 * kinds of mistakes that an engine cannot see and another one can: it counts when no engine that still runs could close one. */
#ifndef CLI_PORTFOLIO_H
#define CLI_PORTFOLIO_H

#include <stdbool.h>
#include <stdio.h>

enum portfolio_gap {
  GAP_POINTERS = 1,               /* a pointer that leaves its object and reaches another */
  GAP_LIVELOCK = 2,               /* threads that go on for ever and change nothing */
  GAP_OVERFLOW = 4,               /* what a compiler makes of signed arithmetic that overflows; models wrap */
};

struct portfolio {
  const int *engines;             /* values of --engine, the one whose "unknown" is told first */
  const int *step_back;           /* by engine: nice(2) values: who gets less where there are fewer processors than engines */
  const unsigned *gaps;           /* by engine: bits of enum portfolio_gap; NULL: there are none */
  int count;
  int (*run) (void *context, int engine, FILE *files);     /* a whole check, its files staged; returns the exit code */
  void *context;
  volatile int *unbounded;        /* shared by the processes; set: only the prover can say ok */
  unsigned soon;                  /* seconds; what has no answer by then takes long: all but the prover step back where `unbounded` is set */
  unsigned patience;              /* seconds that an ok with a gap waits for others at least */
  bool quiet;                     /* do not say who answered */
};

/* The exit code of the engine whose output was printed: the first to find a violation; else the first to say ok; else of the first
 * in the list that was not refused. */
int portfolio_run (const struct portfolio *);

#endif
