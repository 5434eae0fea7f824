/* pthread_create, join, detach, exit and self. A pthread_t is the thread's
 * number, plus one. The thread's end releases, and join acquires, the object
 * that stands for the thread. */

#include "native/runtime/rt.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void rt_thread_returns (struct rt_thread *);
_Noreturn void rt_exit (int status);
void rt_run_destructors (struct rt_thread *);
void rt_run_atexit (void);

static const void *
thread_object (thread_id id)
{
  return (const void *) (RT_STACKS + (uintptr_t) id * 16);
}

static bool
thread_ended (struct rt_thread *t)
{
  return rt->threads[t->count].state == RT_ENDED;
}

/* ---- ends ---- */

_Noreturn void
rt_thread_returns (struct rt_thread *t)
{
  rt_run_destructors (t);
  op_begin (NATIVE_END, 0);
  op_touch (t, thread_object (t->id), ACCESS_UNLOCK);
  rt_announce (t);
  race_release (thread_object (t->id));
  rt_end_thread (t);
}

void
pthread_exit (void *result)
{
  struct rt_thread *t = rt_self ();
  if (!t)
    _Exit (0);
  t->result = result;
  rt_thread_returns (t);
}

/* The process waits until nobody else can go on: what the others still do is
 * possible before the exit too. */
static bool
nobody_else (struct rt_thread *t)
{
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    bool ends_too = other->state == RT_ALIVE && other->op.kind == NATIVE_EXIT;
    if (other != t && other->state == RT_ALIVE && !ends_too && (!other->ready || other->ready (other)))
      return false;
    if (ends_too && i < t->id)
      return false;
  }
  return true;
}

_Noreturn void
rt_exit (int status)
{
  struct rt_thread *t = op_begin (NATIVE_EXIT, CALLER);
  if (!t)
    _Exit (status);
  t->ready = nobody_else;
  rt_announce (t);
  op_value ((uint64_t) status);
  rt->run.status = status;
  rt_run_atexit ();
  if (rt->orders.mode == WIRE_REPLAY)
    fflush (NULL);
  rt->run.exited = true;
  rt_end_thread (t);
}

void
exit (int status)
{
  rt_exit (status);
}

void
_exit (int status)
{
  rt_exit (status);
}

void
quick_exit (int status)
{
  rt_exit (status);
}

/* ---- beginnings ---- */

int
pthread_create (pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*routine) (void *),
                void *restrict argument)
{
  struct rt_thread *t = op_begin (NATIVE_CREATE, CALLER);
  if (!t)
    rt_unsupported ("pthread_create before main");
  rt_announce (t);
  struct rt_thread *child = rt_new_thread (t);
  child->routine = routine;
  child->argument = argument;
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes)
    pthread_attr_getdetachstate (attributes, &state);
  child->detached = state == PTHREAD_CREATE_DETACHED;
  spin_broken (t);
  op_value (child->id);
  *thread = (pthread_t) child->id + 1;
  return 0;
}

static struct rt_thread *
thread_named (pthread_t thread)
{
  return thread && thread - 1 < rt->nthreads && rt->threads[thread - 1].state != RT_ABSENT ? &rt->threads[thread - 1] : NULL;
}

int
pthread_join (pthread_t thread, void **result)
{
  struct rt_thread *t = op_begin (NATIVE_JOIN, CALLER), *other = t ? thread_named (thread) : NULL;
  if (!other)
    return ESRCH;
  if (other->detached || other->joined)
    rt_fail (FINDING_API_MISUSE, "pthread_join of thread %u, which was %s already", other->id,
             other->detached ? "detached" : "joined");
  if (other == t)
    return EDEADLK;
  t->count = other->id;
  t->ready = thread_ended;
  op_touch (t, thread_object (other->id), ACCESS_LOCK);
  rt_announce (t);
  race_acquire (thread_object (other->id));
  op_value (other->id);
  other->joined = true;
  if (result)
    *result = other->result;
  return 0;
}

int
pthread_detach (pthread_t thread)
{
  struct rt_thread *other = rt_self () ? thread_named (thread) : NULL;
  if (!other)
    return ESRCH;
  if (other->detached || other->joined)
    return EINVAL;
  other->detached = true;
  return 0;
}

pthread_t
pthread_self (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  return t ? (pthread_t) t->id + 1 : 1;
}

int
pthread_equal (pthread_t a, pthread_t b)
{
  return a == b;
}
