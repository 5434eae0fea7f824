/* A model as a controlled execution: what stateless explorations drive, over a
 * transition system.
 *
 *     e = exec_ts_new (pg, ts, inspector, &config, diag);     NULL after located messages: what cannot be done so
 *     ...                                                model/exec.h
 *     exec_free (e);
 *
 * Threads are processes, numbered by (creator, n-th child). A step is a
 * statement with the whole atomic sequence or d_step that follows it, until
 * control is given up; its alternatives are the ways through. A process whose
 * end nobody can notice does not end before all is over.
 *
 * A process may wait for conditions over several objects. Reductions that
 * reverse races look for a place where a waiting step can be taken by going back
 * over the accesses to what it waits for, one object at a time; that misses
 * places where only some of the events in between have happened. For them
 * (config.polls) such a process does not wait: it looks once, and if the
 * condition does not hold it is not run again. Executions in which it looks
 * later are others, found because its looking races with what changes the
 * condition. An execution counts if at its end the condition still does not
 * hold for any process that gave up; else it is cut. */
#ifndef REDUCE_EXEC_TS_H
#define REDUCE_EXEC_TS_H

#include "model/exec_model.h"
#include "model/ts.h"
#include "model/inspector.h"
#include "reduce/footprint.h"
#include "reduce/ample.h"

struct exec_ts_config {
  bool polls;
  bool locks;                     /* variables that look like locks are taken for such, until one is misused */
  bool persistent;                /* exec_persistent will be asked */
  bool transactions;              /* sharpened by lock patterns */
  bool coarse;                    /* and its sets must be so by op_dependent, not just by what commutes */
  bool cycles;                    /* an execution may come back to a state: something else bounds it */
  int ends;                       /* the option: which ends are bad */
};

struct exec *exec_ts_new (const struct pg *, struct ts *, struct inspector *, const struct exec_ts_config *, struct diag *);

/* Another one of the same model and configuration, over another worker's transition system: facts are shared. The first is freed last. */
struct exec *exec_ts_worker (const struct exec *first, struct ts *, struct inspector *);

/* exec_misused: the last step gave back a lock that its process did not hold. Without locks, please. */

#endif
