/* Stateless search: executes the program repeatedly, with a different schedule each time, until one schedule of every
 * equivalence class has been executed. No state is stored.
 *
 *     struct stateless_run run = {.exec = e, .reduction = reduction_find ("optimal"), .sleep = true};
 *     stateless_run (&run, &result);
 *
 * If a bound is reached, the run is interrupted or an execution is not repeatable, the verdict is unknown unless there is a
 * finding; never ok. Findings are passed to `found` and counted in result->errors; the first one ends the search unless
 * `all` is set. */
#ifndef SEARCH_STATELESS_STATELESS_H
#define SEARCH_STATELESS_STATELESS_H

#include "model/exec.h"
#include "model/result.h"
#include "reduce/dynamic/exploration.h"

struct stateless_step {
  thread_id thread;
  uint32_t alternative;
};

struct schedule {                 /* a VEC */
  struct stateless_step *data;
  size_t count, room;
};

struct stateless_progress {
  uint64_t executions, blocked, cut, transitions, depth;
  double seconds;
  double share;                   /* estimated fraction that has been explored, 0 .. 1 */
};

struct graph;

struct stateless_run {
  struct exec *exec;
  const struct reduction *reduction;
  bool sleep;                     /* use sleep sets, if the reduction permits both */
  bool all;
  uint64_t max_events, max_executions;   /* 0: no bound */
  bool bound_preemptions;
  uint64_t max_preemptions;
  double max_seconds;                    /* 0: no bound */
  double patience;                       /* seconds during which the bound on events grows, or states are stored; 0: up to max_events */
  bool full;                             /* with stateful_run: all threads are run from every state, without reduction */
  uint64_t trial;                        /* with stateful_run: after so many transitions without a known state, states are no longer stored; 0: never */
  uint64_t max_bytes;                    /* bytes for states, with stateful_run; 0: no bound */
  uint64_t (*memory) (void);             /* total memory in bytes; NULL: max_memory is not checked */
  uint64_t max_memory;
  double (*clock) (void);                /* seconds; NULL: no time bound, no progress */
  volatile const int *interrupt;         /* or NULL */

  /* called about every half second; false: stop */
  bool (*progress) (void *context, const struct stateless_progress *);
  /* called after so many executions, and again if it raises that number; may use the exec; false: stop */
  uint64_t pause_after;
  bool (*pause) (void *pause_context);
  void *pause_context;
  /* a finding: the schedule that ends in the failing step, or in the bad end */
  void (*found) (void *context, const struct exec_failure *, const struct stateless_step *, size_t);
  /* an execution does not end within max_events: called before the bound grows; need not return; false: stop */
  bool (*endless) (void *context);
  /* with stateful_run: this schedule leads to new states for ever; need not return */
  void (*ever_new) (void *context, const struct stateless_step *, size_t);
  /* with stateful_run: a cycle from the state after so many steps back to it, on which these threads can never continue:
   * because nothing changes, or because no other thread enables them. NULL: not searched for */
  void (*trapped) (void *context, size_t loop_start, const thread_id *stuck, size_t count, bool changes);
  bool no_livelocks;                     /* of these report only threads that no other thread enables */
  /* called for every execution that reached its end */
  void (*complete) (void *context, enum exec_end, const struct stateless_step *, size_t);
  /* called for each new state of an execution; false: it need not be explored. NULL: all are explored. Not with reductions
   * that use races. */
  bool (*arrived) (void *context, struct exploration *);
  /* with stateful_run: called in each new state; and, at the end, with all states and steps; or NULL */
  void (*met) (void *context);
  void (*mapped) (void *context, const struct graph *);
  /* called at the end: why a state passed to `arrived` was lost; NULL: none was */
  const char *(*lost) (void *context);
  void *context;
};

void stateless_run (struct stateless_run *, struct result *);

/* Runs max_executions random executions instead, from the seed; the verdict is never ok. */
void stateless_sample (struct stateless_run *, uint64_t seed, struct result *);

#endif
