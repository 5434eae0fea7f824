/* Stateless search: executes again and again, a different way each time, until
 * every way that matters has been executed. No state is stored.
 *
 *     struct stateless_run run = {.exec = e, .reduction = reduction_find ("optimal"), .sleep = true};
 *     stateless_run (&run, &result);
 *
 * A bound that was hit, an interrupt or a broken execution makes the verdict
 * unknown, unless there is a finding; never ok. Findings are told to `found`
 * and counted in result->errors; the first ends the search unless `all` is set. */
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
  double share;                   /* estimated part of the whole that has been explored, 0 .. 1 */
};

struct graph;

struct stateless_run {
  struct exec *exec;
  const struct reduction *reduction;
  bool sleep;                     /* sleep sets, where the reduction leaves the choice */
  bool all;
  uint64_t max_events, max_executions;   /* 0: no bound */
  bool bound_preemptions;
  uint64_t max_preemptions;
  double max_seconds;                    /* 0: no bound */
  double patience;                       /* seconds in which the bound on events grows, or states are stored; 0: up to max_events */
  bool full;                             /* with stateful_run: everybody is run from every state, nothing is reduced */
  uint64_t trial;                        /* with stateful_run: transitions after which states that are never met again are given up; 0: never */
  uint64_t max_bytes;                    /* for states, with stateful_run; 0: no bound */
  uint64_t (*memory) (void);             /* bytes of everything; NULL: no bound of max_memory on it */
  uint64_t max_memory;
  double (*clock) (void);                /* seconds; NULL: no time bound, no progress */
  volatile const int *interrupt;         /* or NULL */

  /* every half second or so; false: stop */
  bool (*progress) (void *context, const struct stateless_progress *);
  /* after so many executions, and again if it raises that number; it may execute something else; false: stop */
  uint64_t pause_after;
  bool (*pause) (void *pause_context);
  void *pause_context;
  /* the schedule that ends in the failing step, or in the bad end */
  void (*found) (void *context, const struct exec_failure *, const struct stateless_step *, size_t);
  /* an execution does not end within max_events: asked before the bound grows; need not return; false: stop */
  bool (*endless) (void *context);
  /* with stateful_run: states go on for ever, by this schedule; need not return */
  void (*ever_new) (void *context, const struct stateless_step *, size_t);
  /* with stateful_run: threads go round for ever, from the state after so many steps back to it, and these can never
   * continue: because nothing changes, or because nobody will let them. NULL: that is nobody's business */
  void (*trapped) (void *context, size_t loop_start, const thread_id *stuck, size_t count, bool changes);
  bool no_livelocks;                     /* of these only threads that nobody lets go on */
  /* every execution that ran to its end */
  void (*complete) (void *context, enum exec_end, const struct stateless_step *, size_t);
  /* the walk has come to a state, new in this execution; false: nothing new follows. NULL: everything does.
   * Not with reductions that look at races. */
  bool (*arrived) (void *context, struct exploration *);
  /* with stateful_run: the exec is in a state that is new; and at the end, all states and steps; or NULL */
  void (*met) (void *context);
  void (*mapped) (void *context, const struct graph *);
  /* asked at the end: why something was lost that `arrived` was told of; NULL: nothing was */
  const char *(*lost) (void *context);
  void *context;
};

void stateless_run (struct stateless_run *, struct result *);

/* max_executions random executions instead, from the seed; never ok. */
void stateless_sample (struct stateless_run *, uint64_t seed, struct result *);

#endif
