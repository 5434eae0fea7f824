/* Numbers of Mazurkiewicz traces.
 *
 * Idea. A trace is determined by what comes before each of its steps. A step's name is its thread and the number of earlier
 * steps of the thread; the number of the trace is a sum over all steps of their names, their accesses and the names of the
 * steps on which they depend, so that the order of independent steps does not matter.
 * Source. A. Mazurkiewicz, "Trace theory", in: Petri Nets: Applications and Relationships to Other Models of Concurrency,
 * LNCS 255, Springer 1987.
 * Where we differ. Threads are named by their creator and their position among its children, because their numbers depend
 * on the order in which an exploration finds them. Objects are left out, since what a step accesses follows from what comes
 * before it.
 * Why that is sound. Used only to compare explorations in tests. */

#include "search/stateless/traces.h"

#include <assert.h>

#include "base/digest.h"

struct trace_step {
  uint64_t name;
  thread_id thread;
  size_t first;                   /* index of its accesses */
  struct op op;                   /* as executed */
};

struct trace_thread {
  uint64_t name;                  /* 0: not created yet */
  uint32_t steps, children;       /* numbers so far */
  uint64_t releases;              /* sum over the releases since its last step */
};

static struct trace_thread *
thread_of (struct traces *t, thread_id id)
{
  while (t->threads.count <= id)
    VEC_PUSH (t->threads, (struct trace_thread){0});
  return &t->threads.data[id];
}

static void
name_first_threads (struct traces *t, struct exec *e)
{
  for (thread_id i = 0; i < exec_threads (e); i++)
    if (exec_next (e, i))
      thread_of (t, i)->name = digest_at (1, i);
}

/* A release. The first release of a thread is its creation. */
static void
release (struct traces *t, thread_id by, uint64_t step, thread_id id)
{
  struct trace_thread *released = thread_of (t, id);
  if (!released->name)
    released->name = digest_at (thread_of (t, by)->name, ++t->threads.data[by].children);
  thread_of (t, id)->releases += digest_at (2, step);
}

static void
record (struct traces *t, thread_id id, const struct exec_step *step)
{
  struct trace_thread *thread = thread_of (t, id);
  assert (thread->name);
  struct trace_step s = {.name = digest_at (thread->name, thread->steps++), .thread = id, .first = t->accesses.count,
                         .op = step->op};
  for (uint32_t i = 0; i < step->op.count; i++)
    VEC_PUSH (t->accesses, step->op.access[i]);
  VEC_PUSH (t->steps, s);
}

/* The contribution of the last step, with what comes before it. */
static uint64_t
last_step (struct traces *t, uint32_t alternative)
{
  struct trace_step *last = &VEC_LAST (t->steps);
  struct trace_thread *thread = thread_of (t, last->thread);
  uint64_t before = thread->releases;
  assert (last->first + last->op.count == t->accesses.count);
  last->op.access = t->accesses.data + last->first;
  thread->releases = 0;
  for (size_t i = 0; i + 1 < t->steps.count; i++) {
    struct trace_step *s = &t->steps.data[i];
    s->op.access = t->accesses.data + s->first;
    if (s->thread != last->thread && op_dependent (&s->op, &last->op))
      before += digest_at (3, s->name);
  }
  uint64_t number = digest_at (digest_at (last->name, alternative), before);
  for (uint32_t i = 0; i < last->op.count; i++)
    number = digest_at (number, last->op.access[i].how);
  return number;
}

uint64_t
traces_number (struct traces *t, struct exec *e, const struct stateless_step *steps, size_t n)
{
  uint64_t number = n;
  t->steps.count = t->accesses.count = t->threads.count = 0;
  exec_rewind (e, 0);
  name_first_threads (t, e);
  for (size_t i = 0; i < n; i++) {
    struct exec_step step = {0};
    assert (exec_enabled (e, steps[i].thread));
    if (exec_step (e, steps[i].thread, steps[i].alternative, &step) == EXEC_BROKEN)
      return 0;
    record (t, steps[i].thread, &step);
    number += last_step (t, steps[i].alternative);
    for (size_t r = 0; r < step.nreleased; r++)
      release (t, steps[i].thread, VEC_LAST (t->steps).name, step.released[r]);
  }
  return number;
}

void
traces_release (struct traces *t)
{
  VEC_FREE (t->steps);
  VEC_FREE (t->accesses);
  VEC_FREE (t->threads);
}
