/* Controlled executions of a transition system: the functions, besides those of struct exec, that are needed to report
 * findings as executions of the struct ts. Implemented by exec_ts.c for program graphs and front/protocol/exec.c for
 * protocols. */
#ifndef MODEL_EXEC_MODEL_H
#define MODEL_EXEC_MODEL_H

#include "model/exec.h"
#include "model/ts.h"

struct exec_fault {
  struct fault fault;
  size_t trans;                   /* number of transitions of the execution up to the failing one */
};

struct exec_model {
  /* After a step: all its faults. */
  const struct exec_fault *(*faults) (struct exec *, size_t *count);
  /* The transitions of the present execution, on the heap: all of them (after exec_end including those that only end
   * processes), or those up to a fault. */
  trans_id *(*trace) (struct exec *, const struct exec_fault *, size_t *count);
  const uint32_t *(*terminal) (struct exec *);                /* after exec_end: the terminal state */
  const struct fault *(*initial) (struct exec *);             /* a fault of the initial state, or FAULT_NONE */
  /* An assumption of the execution was violated (exec_ts.h); NULL: impossible. */
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
