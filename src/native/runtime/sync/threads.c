/* pthread_create, join, detach, exit and self. A thread's end releases, and join
 * acquires, the object of the thread (thread_object); a second object (thread_fate)
 * stands for whether it was joined or detached, which does not depend on its end. */

#ifndef __NO_INLINE__
#define __NO_INLINE__             /* or pthread.h defines pthread_equal, which is ours to define */
#endif
#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native/runtime/sync/attributes.h"
#include "native/runtime/sync/cancel.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/sync/schedule.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/sync/sync.h"

const void *
thread_object (thread_id id)
{
  return (const void *) (RT_STACKS + (uintptr_t) id * 16);
}

static const void *
thread_fate (thread_id id)
{
  return (const void *) (RT_STACKS + (uintptr_t) id * 16 + 8);
}

static bool
thread_ended (struct rt_thread *t)
{
  return rt_has_ended (&rt->threads[t->count]);
}

/* The end, a join or a detach of the thread may make its id free. */
static void
touch_id (struct rt_thread *t, const struct rt_thread *other)
{
  if (reuse_is_given (reuse_id (other->name)))
    op_touch (t, reuse_object (reuse_id (other->name)), ACCESS_WRITE);
}

/* ---- ends ---- */

/* The process exits with its last thread, as by exit (0). Any thread that was not joined may be the last, and run the
 * functions registered with atexit. In programs where that happens (RT_LASTS) each thread waits after its end until all have
 * ended, as at a semaphore that the last end posts; the one that is chosen then was the last. */
#define LAST_THREAD ((const void *) 24)

static bool
all_others_ended (struct rt_thread *t)
{
  for (thread_id i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *other = &rt->threads[i];
    if (other != t && other->state != RT_ABSENT && !rt_has_ended (other) && !other->was_last)
      return false;
  }
  return true;
}

static bool
is_last (struct rt_thread *t)
{
  return !t->joined && all_others_ended (t);
}

static _Noreturn void
exit_as_last (struct rt_thread *t)
{
  op_begin (NATIVE_LAST, 0);
  op_touch (t, LAST_THREAD, ACCESS_WAIT);
  t->ready = is_last;
  rt_announce (t);
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state != RT_ABSENT)
      race_acquire (thread_object (i));
  spin_broken (t);
  t->was_last = true;
  rt_exit (0, true, 0);
}

_Noreturn void
thread_end (struct rt_thread *t)
{
  op_begin (NATIVE_END, 0);
  op_touch (t, thread_object (t->id), ACCESS_UNLOCK);
  if (rt->modes & RT_LASTS)
    op_touch (t, LAST_THREAD, ACCESS_POST);
  touch_id (t, t);
  signals_touch (t);
  rt_announce (t);
  race_stack_ends ();
  race_release (thread_object (t->id));
  assert (!t->cleanup && !t->destructors && !t->condition);
  reuse_thread_gone (t, true);
  if (all_others_ended (t) && rt_has_atexit ())
    rt_need (RT_LASTS);
  if (rt->modes & RT_LASTS)
    exit_as_last (t);
  rt_end_thread (t);
}

/* An exit is executed when no other thread is enabled: whatever the others still do they
 * may do before the exit, too. Not if the status is a finding: then it is executed as
 * soon as possible, because the others may run for ever, or exit themselves. */
static bool
nobody_else (struct rt_thread *t)
{
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    bool ends_too = other->state == RT_ALIVE && other->op.kind == NATIVE_EXIT;
    if (other != t && other->state == RT_ALIVE && !ends_too && rt_ready (other))
      return false;
    if (ends_too && i < t->id)
      return false;
  }
  return true;
}

_Noreturn void
rt_exit (int status, bool handlers, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    rt_quit (status);
  trial_stop ();
  if (handlers) {                 /* concurrently with the other threads, which run until the process ends */
    rt_run_thread_local_destructors (t);
    rt_run_atexit (false, status);
  }
  int seen = status & 0xff;
  bool fails = seen && !rt->orders.any_status;
  op_begin (NATIVE_EXIT, pc);
  /* the others may never end, and a temporal property is about executions that the exit cuts short, too */
  bool comes_now = rt->orders.temporal || fails;
  t->ready = comes_now ? NULL : nobody_else;
  rt_announce (t);
  op_value ((uint64_t) status);
  assert (!rt->run.exited);
  if (handlers && rt->orders.mode == WIRE_REPLAY && !rt->orders.temporal) {
    fflush (NULL);                /* has steps that the run did not have when it was found */
    t->op.kind = NATIVE_EXIT;     /* a thread that joins it ends with the process */
  }
  if (fails)
    rt_fail (FINDING_EXIT_STATUS, "the program ends with exit status %d", seen);
  rt->run.status = seen;
  rt->run.exited = true;
  rt_end_thread (t);
}

EXPORT void
exit (int status)
{
  rt_exit (status, true, CALLER);
}

EXPORT void
_exit (int status)
{
  rt_exit (status, false, CALLER);
}

EXPORT void
_Exit (int status)
{
  rt_exit (status, false, CALLER);
}

EXPORT void
quick_exit (int status)
{
  if (rt && rt->current)
    rt_run_atexit (true, status);
  rt_exit (status, false, CALLER);
}

void
thread_look_at_fate (const struct rt_thread *other, uint64_t pc)
{
  struct rt_thread *t = rt_self ();
  spin_broken (t);
  if (!t->id && !t->children)
    return;
  op_begin (NATIVE_SCHEDULE, pc);
  op_touch (t, thread_fate (other->id), ACCESS_READ);
  rt_announce (t);
}

/* ---- creation ---- */

/* The id's thread was joined, or was detached and has ended; and the id was not taken since. */
static bool
id_is_free (struct rt_thread *t)
{
  thread_id name = (thread_id) t->count;
  bool was_used = false;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    const struct rt_thread *o = &rt->threads[i];
    bool has_it = o->state != RT_ABSENT && o->name == name, is_gone = o->joined || (o->detached && rt_has_ended (o));
    was_used |= has_it;
    if ((has_it && !is_gone) || (o->state != RT_ABSENT && o->takes == name + 1))
      return false;
  }
  return was_used;
}

/* The id of an ended thread to use again; 0: a new one. */
static thread_id
id_to_reuse (struct rt_thread *t, uint64_t pc)
{
  uint64_t given = reuse_offer (reuse_creation (t->id, t->children), 1, true, pc);
  if (!given)
    return 0;
  thread_id name = (thread_id) ((given - RT_STACKS) / 16);
  assert (name && name < RT_THREADS);
  reuse_take (NATIVE_TAKE_ID, given, name, id_is_free, pc);
  t->takes = name + 1;
  return name;
}

int
thread_create (pthread_t *thread, void *(*routine) (void *), void *argument, const struct attributes *attributes, uint64_t pc)
{
  struct rt_thread *t = rt ? rt_self () : NULL;
  if (!t)
    rt_unsupported ("pthread_create before main");
  rt_plain (thread, sizeof *thread, true, pc);
  thread_id name = reuse_is_active () ? id_to_reuse (t, pc) : 0;
  op_begin (NATIVE_CREATE, pc);
  fingerprint_address (t, thread);
  fingerprint_operand (t, name);
  fingerprint_operand (t, (uintptr_t) routine);
  fingerprint_operand (t, (uintptr_t) argument);
  if (attributes)
    attributes_fingerprint (attributes, t);
  signals_touch (t);
  schedule_touch (t);
  rt_announce (t);
  struct rt_thread *child = rt_new_thread (t);
  assert (child->creator == t->id && child->op.kind == NATIVE_START);
  child->routine = routine;
  child->argument = argument;
  if (attributes)
    attributes_apply (attributes, child);
  if (name)
    child->name = name;
  t->takes = 0;
  reuse_thread_born (child);
  spin_broken (t);
  op_value (child->id);
  *thread = reuse_pthread (child->name);
  return 0;
}

EXPORT int
pthread_create (pthread_t *restrict thread, const pthread_attr_t *restrict attributes, void *(*routine) (void *),
                void *restrict argument)
{
  uint64_t pc = CALLER;
  struct attributes asked;
  if (!attributes)
    return thread_create (thread, routine, argument, NULL, pc);
  int error = attributes_read (attributes, &asked, pc);
  if (error)
    return error;
  if (asked.stack > RT_STACK_MOST)
    rt_unsupported ("a stack of more than 239 MB");
  return thread_create (thread, routine, argument, &asked, pc);
}

/* A program has an id only after its thread was created. Of several threads with the same id all but one have ended. */
struct rt_thread *
thread_find (pthread_t id)
{
  struct rt_thread *found = NULL;
  uint64_t n = (id - RT_IDS) / 4096 - 1;
  if (!reuse_is_pthread (id))
    return NULL;
  if (!reuse_is_active ())
    return n < rt->nthreads && rt->threads[n].state != RT_ABSENT ? &rt->threads[n] : NULL;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    if (t->state != RT_ABSENT && t->name == n && (!found || found->joined || (found->detached && rt_has_ended (found))))
      found = t;
  }
  return found;
}

static void
settle (const struct rt_thread *other, const char *what)
{
  if (other->detached || other->joined)
    rt_fail (FINDING_API_MISUSE, "%s of thread %u, which was %s already", what, other->id, other->detached ? "detached" : "joined");
}

static void
take_result (struct rt_thread *t, struct rt_thread *other, void **result, uint64_t pc)
{
  assert (other != t && !other->joined && !other->detached && rt_has_ended (other));
  trial_stop ();
  other->joined = true;
  reuse_thread_gone (other, false);
  if (t->time < other->time)
    t->time = other->time;
  spin_broken (t);
  if (result) {
    rt_plain (result, sizeof *result, true, pc);
    *result = other->result;
  }
}

int
thread_join (pthread_t thread, void **result, uint64_t pc)
{
  cancel_point (pc);
  struct rt_thread *t = op_begin (NATIVE_JOIN, pc), *other = t ? thread_find (thread) : NULL;
  if (!other)
    return ESRCH;
  if (other == t)
    return t->detached ? EINVAL : EDEADLK;
  t->count = other->id;
  t->ready = thread_ended;
  fingerprint_address (t, result);
  op_touch (t, thread_object (other->id), ACCESS_LOCK);
  op_touch (t, thread_fate (other->id), ACCESS_WRITE);
  touch_id (t, other);
  cancel_while_waiting (t);
  rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  assert (rt_has_ended (other));
  settle (other, "pthread_join");
  race_acquire (thread_object (other->id));
  op_value (other->id);
  rt->step.exec.joined = other->id + 1;
  take_result (t, other, result, pc);
  return 0;
}

EXPORT int
pthread_join (pthread_t thread, void **result)
{
  return thread_join (thread, result, CALLER);
}

int
thread_detach (pthread_t thread, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_DETACH, pc), *other = t ? thread_find (thread) : NULL;
  if (!other)
    return ESRCH;
  op_touch (t, thread_fate (other->id), ACCESS_WRITE);
  touch_id (t, other);
  rt_announce (t);
  op_value (other->id);
  settle (other, "pthread_detach");
  other->detached = true;
  reuse_thread_gone (other, false);
  spin_broken (t);
  return 0;
}

EXPORT int
pthread_detach (pthread_t thread)
{
  return thread_detach (thread, CALLER);
}

/* A join that fails if the thread has not ended. */
static int
try_join (pthread_t thread, void **result, int failure, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_JOIN, pc), *other = t ? thread_find (thread) : NULL;
  if (!other)
    return ESRCH;
  op_touch (t, thread_object (other->id), ACCESS_WRITE);
  op_touch (t, thread_fate (other->id), ACCESS_WRITE);
  touch_id (t, other);
  op_may_do_less (t);
  spin_before (t, (uintptr_t) &other->state);
  t->count = other->id;
  rt_announce (t);
  op_value (other->id);
  if (!rt_has_ended (other)) {
    op_only_reads ();
    spin_read (t, (uintptr_t) &other->state, sizeof other->state, other->state);
    return failure;
  }
  settle (other, "pthread_tryjoin_np");
  race_acquire (thread_object (other->id));
  take_result (t, other, result, pc);
  return 0;
}

EXPORT int
pthread_tryjoin_np (pthread_t thread, void **result)
{
  return try_join (thread, result, EBUSY, CALLER);
}

static int
timed_join (pthread_t thread, void **result, const struct timespec *until, uint64_t pc)
{
  cancel_point (pc);
  if (thread == pthread_self ())
    return EDEADLK;
  int failed = try_join (thread, result, time_is_valid (until, pc) ? ETIMEDOUT : EINVAL, pc);
  if (failed == ETIMEDOUT)
    time_over (rt_self (), until);
  return failed;
}

EXPORT int
pthread_timedjoin_np (pthread_t thread, void **result, const struct timespec *until)
{
  return timed_join (thread, result, until, CALLER);
}

EXPORT int
pthread_clockjoin_np (pthread_t thread, void **result, clockid_t clock, const struct timespec *until)
{
  if (!time_is_waitable (clock))
    return EINVAL;
  return timed_join (thread, result, until, CALLER);
}

EXPORT pthread_t
pthread_self (void)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  return reuse_pthread (t ? t->name : 0);
}

EXPORT int
pthread_equal (pthread_t a, pthread_t b)
{
  reuse_ids_compared (a, b);
  return a == b;
}

/* ---- names ---- */

/* In the program's memory. */
static char names[RT_THREADS][16];
static bool is_named[RT_THREADS];   /* an empty name is one */

static struct rt_thread *
name_operation (pthread_t thread, enum access_how how, uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL, *other = t ? thread_find (thread) : NULL;
  constructors_called_by (pc);
  if (!other)
    return NULL;
  if (how == ACCESS_WRITE)
    spin_broken (t);
  if (!t->id && !t->children)
    return other;
  op_begin (NATIVE_NAME, pc);
  op_touch (t, names[other->id], how);
  rt_announce (t);
  return other;
}

EXPORT int
pthread_setname_np (pthread_t thread, const char *name)
{
  size_t bytes = strlen (name) + 1;
  rt_plain (name, bytes, false, CALLER);
  if (bytes > sizeof names[0])
    return ERANGE;
  const struct rt_thread *other = name_operation (thread, ACCESS_WRITE, CALLER);
  if (!other)
    return ESRCH;
  trial_stop ();
  rt_memcpy (names[other->id], name, bytes);
  is_named[other->id] = true;
  return 0;
}

EXPORT int
pthread_getname_np (pthread_t thread, char *to, size_t room)
{
  if (room < sizeof names[0])
    return ERANGE;
  const struct rt_thread *other = name_operation (thread, ACCESS_READ, CALLER);
  if (!other)
    return ESRCH;
  const char *name = is_named[other->id] ? names[other->id] : program_invocation_short_name;
  size_t n = strlen (name);
  n = n < sizeof names[0] ? n : sizeof names[0] - 1;
  rt_plain (to, n + 1, true, CALLER);
  rt_memcpy (to, name, n);
  to[n] = 0;
  return 0;
}
