/* A model as a controlled execution, for stateless explorations, on top of a transition system.
 *
 *     e = exec_ts_new (pg, ts, inspector, &config, diag);     NULL after located messages: the model is not supported
 *     ...                                                model/exec.h
 *     exec_free (e);
 *
 * Threads are processes, numbered by (creator, n-th child). A step is a statement with the whole atomic sequence or d_step
 * that follows it, until control is given up; its alternatives are the paths through that sequence. A process whose end is
 * not observable ends only at the end of the execution.
 *
 * A process may wait for conditions over several objects. Reductions that reverse races search for the position at which a
 * waiting step can be executed by going back over the accesses to the objects it waits for, one object at a time; that
 * misses positions at which only some of the events in between have happened. For these reductions (config.polls) such a
 * process does not wait: it evaluates its condition once, and if it is false, the process makes no more steps. Executions
 * in which it evaluates the condition later are found because this evaluation races with the steps that change the
 * condition. An execution counts only if at its end the condition is still false for each process that gave up; otherwise
 * it is cut. */
#ifndef REDUCE_EXEC_TS_H
#define REDUCE_EXEC_TS_H

#include "model/exec_model.h"
#include "model/ts.h"
#include "model/inspector.h"
#include "reduce/footprint.h"
#include "reduce/ample.h"

struct exec_ts_config {
  bool polls;
  bool locks;                     /* treat variables that follow the pattern of locks.c as locks, until one is misused */
  bool persistent;                /* exec_persistent will be called */
  bool transactions;              /* its sets use lock patterns */
  bool coarse;                    /* its sets are persistent by op_dependent, not only by commutativity */
  bool cycles;                    /* an execution may return to a state: it is bounded otherwise */
  int ends;                       /* the option: which end states are errors */
};

struct exec *exec_ts_new (const struct pg *, struct ts *, struct inspector *, const struct exec_ts_config *, struct diag *);

/* A further exec of the same model and configuration, over the transition system of another worker. They share their facts.
 * `first` must be freed last. */
struct exec *exec_ts_worker (const struct exec *first, struct ts *, struct inspector *);

/* exec_misused: the last step released a lock that its process did not hold; explore again without `locks`. */

#endif
