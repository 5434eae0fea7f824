/* Controlled executions of a transition system: what a search over them asks
 * beyond struct exec, to tell findings as executions of the struct ts.
 *
 * Whoever implements it: exec_ts.c for program graphs, front/protocol/exec.c
 * for protocols. */
#ifndef MODEL_EXEC_MODEL_H
#define MODEL_EXEC_MODEL_H

#include "model/exec.h"
#include "model/ts.h"

struct exec_fault {
  struct fault fault;
  size_t trans;                   /* transitions of the execution up to the one that fails */
};

struct exec_model {
  /* After a step: everything that went wrong in it. */
  const struct exec_fault *(*faults) (struct exec *, size_t *count);
  /* The transitions of the present execution, on the heap: all of them, after
   * exec_end with those that only end processes; or those up to a fault. */
  trans_id *(*trace) (struct exec *, const struct exec_fault *, size_t *count);
  const uint32_t *(*terminal) (struct exec *);                /* after exec_end: the state in which nothing can happen */
  const struct fault *(*initial) (struct exec *);             /* a fault of the initial state, or FAULT_NONE */
  /* What the execution rests on turned out not to hold (exec_ts.h); NULL: that cannot be. */
  bool (*misused) (struct exec *);
  bool (*at_limit) (struct exec *);                           /* an execution ended at a limit of the model; NULL: not known */
};

#define exec_faults(e, count) ((e)->class->model->faults (e, count))
#define exec_trace(e, fault, count) ((e)->class->model->trace (e, fault, count))
#define exec_terminal(e) ((e)->class->model->terminal (e))
#define exec_initial(e) ((e)->class->model->initial (e))
#define exec_misused(e) ((e)->class->model->misused && (e)->class->model->misused (e))
#define exec_at_limit(e) ((e)->class->model->at_limit && (e)->class->model->at_limit (e))

#endif
