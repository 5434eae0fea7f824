/* Toy programs as controlled executions: the state before each step is kept,
 * so rewinding is obvious. */
#ifndef TEST_TOY_H
#define TEST_TOY_H

#include "toy_marks.h"

static inline enum exec_outcome
toy_step (struct exec *x, thread_id t, uint32_t alternative, struct exec_step *out)
{
  struct toy *e = (struct toy *) x;
  assert (toy_enabled (x, t) && alternative < toy_alternatives (x, t));
  if (e->depth == e->room) {
    e->room = e->room ? 2 * e->room : 64;
    e->events = realloc (e->events, e->room * sizeof *e->events);
  }
  e->events[e->depth].before = e->now;
  e->events[e->depth].thread = t;
  e->events[e->depth++].alternative = alternative;
  e->executed = *toy_op (e, t);
  memcpy (e->executed_access, e->access[t], sizeof e->executed_access);
  e->executed.access = e->executed_access;
  enum exec_outcome outcome = toy_do (e, t, alternative, out);
  if (e->now.threads[t].status == TOY_RUNNING)
    toy_run_local (e, t);
  out->op = e->executed;
  out->released = e->released;
  out->withdrawn = e->withdrawn;
  if (e->marks)
    toy_mark (e, out);
  return outcome;
}

static inline const struct exec_failure *
toy_failure (struct exec *x)
{
  return &((struct toy *) x)->failure;
}

static inline enum exec_end
toy_end (struct exec *x)
{
  struct toy *e = (struct toy *) x;
  if (e->now.halted)
    return EXEC_CUT;
  for (thread_id t = 0; t < e->nthreads; t++)
    if (e->now.threads[t].status == TOY_SPINS && e->now.vars[toy_at (e, t)->a] != e->now.threads[t].seen)
      return EXEC_CUT;            /* it would have gone on */
  if (e->now.over)
    return EXEC_COMPLETE;
  for (thread_id t = 0; t < e->nthreads; t++)
    if (e->now.threads[t].status != TOY_ENDED && e->now.threads[t].status != TOY_ABSENT) {
      e->failure = (struct exec_failure){.kind = FINDING_DEADLOCK, .message = "deadlock"};
      return EXEC_BAD;
    }
  return EXEC_COMPLETE;
}

static inline void
toy_rewind (struct exec *x, size_t depth)
{
  struct toy *e = (struct toy *) x;
  assert (depth <= e->depth);
  if (depth < e->depth)
    e->now = e->events[depth].before;
  e->depth = depth;
}

static inline void
toy_free (struct exec *x)
{
  free (((struct toy *) x)->events);
  free (x);
}

static const struct exec_class toy_class = {
  .threads = toy_threads, .next = toy_next, .enabled = toy_enabled, .alternatives = toy_alternatives,
  .step = toy_step, .failure = toy_failure, .end = toy_end, .rewind = toy_rewind, .free = toy_free,
};

static inline struct exec *
toy_new (const struct toy_program *p)
{
  struct toy *e = calloc (1, sizeof *e);
  e->exec.class = &toy_class;
  e->program = p;
  e->nthreads = p->started;
  memcpy (e->now.count, p->semaphores, sizeof e->now.count);
  for (thread_id t = 0; t < p->started; t++) {
    e->now.threads[t].status = TOY_RUNNING;
    toy_run_local (e, t);
  }
  return &e->exec;
}

#endif
