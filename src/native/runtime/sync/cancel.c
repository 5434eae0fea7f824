#include "native/runtime/sync/cancel.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

#include "native/runtime/core/rt.h"
#include "native/runtime/sync/sync.h"

/* The object of a cancellation request: written by pthread_cancel, read at the thread's cancellation points. */
static const void *
request (thread_id id)
{
  return (const void *) (RT_STACKS + (uintptr_t) (RT_THREADS + id) * 16);
}

static bool
is_watched (const struct rt_thread *t)
{
  return t && rt->modes & RT_CANCELS && !t->uncancellable;
}

bool
cancel_is_due (uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!is_watched (t) || t->inside)
    return false;
  op_begin (NATIVE_TESTCANCEL, pc);
  op_touch (t, request (t->id), ACCESS_READ);
  spin_before (t, (uintptr_t) &t->cancelled);
  rt_announce (t);
  op_value (t->cancelled);
  spin_read (t, (uintptr_t) &t->cancelled, sizeof t->cancelled, t->cancelled);
  return t->cancelled;
}

void
cancel_point (uint64_t pc)
{
  if (cancel_is_due (pc))
    cancel_end (rt->current);
}

/* ---- while it waits ---- */

static bool
can_go_on (struct rt_thread *t)
{
  return !t->waits_for || t->waits_for (t);
}

static bool
ready_or_cancelled (struct rt_thread *t)
{
  return t->cancelled || can_go_on (t);
}

static uint32_t
ways_with_cancelling (struct rt_thread *t)
{
  return t->cancelled && can_go_on (t) ? 2 : 1;
}

bool
cancel_touch (struct rt_thread *t)
{
  assert (t == rt->current);
  t->may_be_cancelled = is_watched (t) && !t->inside;
  t->op.guarded = t->may_be_cancelled && t->ready;
  if (t->may_be_cancelled)
    op_touch (t, request (t->id), ACCESS_READ);
  return t->may_be_cancelled;
}

void
cancel_while_waiting (struct rt_thread *t)
{
  assert (!t->ways && !t->waits_for);
  if (!cancel_touch (t))
    return;
  t->waits_for = t->ready;
  t->ready = t->ready ? ready_or_cancelled : NULL;
  t->ways = ways_with_cancelling;
}

bool
cancel_is_asked (const struct rt_thread *t)
{
  return t->may_be_cancelled && t->cancelled;
}

bool
cancel_chosen (const struct rt_thread *t)
{
  assert (t == rt->current);
  return cancel_is_asked (t) && (!can_go_on ((struct rt_thread *) t) || !t->alternative);
}

_Noreturn void
cancel_end (struct rt_thread *t)
{
  assert (t->cancelled && !t->uncancellable);
  t->uncancellable = true;        /* cancelled only once */
  pthread_exit (PTHREAD_CANCELED);
}

/* ---- functions of POSIX ---- */

EXPORT int
pthread_cancel (pthread_t thread)
{
  struct rt_thread *t = op_begin (NATIVE_CANCEL, CALLER);
  if (!t)
    rt_unsupported ("pthread_cancel before main");
  rt_need (RT_CANCELS);           /* before the restart cancellation points are not steps */
  struct rt_thread *other = thread_find (thread);
  if (!other)
    return ESRCH;
  op_touch (t, request (other->id), ACCESS_WRITE);
  rt_announce (t);
  op_value (other->id);
  other->cancelled = 1;
  spin_broken (t);
  return 0;
}

EXPORT void
pthread_testcancel (void)
{
  cancel_point (CALLER);
}

EXPORT int
pthread_setcancelstate (int state, int *old)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  constructors_called_by (CALLED_FROM);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  if (old) {
    rt_plain (old, sizeof *old, true, CALLER);
    *old = t && t->uncancellable ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  }
  if (t && !t->exits)
    t->uncancellable = state == PTHREAD_CANCEL_DISABLE;
  return 0;
}

EXPORT int
pthread_setcanceltype (int type, int *old)
{
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && rt && rt->current) {
    rt->failure.pc = CALLER;
    rt_unsupported ("asynchronous cancellation");
  }
  if (type != PTHREAD_CANCEL_DEFERRED)
    return EINVAL;
  if (old) {
    rt_plain (old, sizeof *old, true, CALLER);
    *old = PTHREAD_CANCEL_DEFERRED;
  }
  return 0;
}
