/* Executes a program graph: a transition system over packed state vectors.
 *
 *     word 0      bits 0..23 shape, bits 24..31 control (see ts_transient)
 *     word 1..    global variables, then processes and channels in the order
 *                 in which they were created, each padded to whole words
 *
 * The shape names the sequence of process and channel types now alive, and so
 * the place of every one of them; the same sequence has the same number in every worker.
 */
#ifndef VM_VM_H
#define VM_VM_H

#include "model/graph.h"
#include "model/ts.h"
#include "model/inspector.h"

/* The graph must outlive the ts. */
struct ts *vm_new (const struct pg *, struct diag *);

/* Another one that executes the same compiled code, for a thread of its own. From then on the first compiles no more
 * expressions (vm_expr, the inspector's compile); those that it has compiled are for all. The first is freed last. */
struct ts *vm_worker (struct ts *first);

/* An expression over globals, compiled once, evaluated in any state. */
struct vm_expr {
  uint8_t kind;
  int32_t value;
};
struct vm_expr vm_expr (struct ts *, const struct pg_expr *);
/* Whether some process is at a location with that flag (LOC_ACCEPT, LOC_PROGRESS). */
bool vm_somebody_at (struct ts *, const uint32_t *state, uint32_t flag);
int32_t vm_eval (struct ts *, const uint32_t *state, const struct vm_expr *, struct fault *);

/* Facts about states, for reductions (model/inspector.h). Lives as long as the ts. */
struct inspector *vm_inspector (struct ts *);

#endif
