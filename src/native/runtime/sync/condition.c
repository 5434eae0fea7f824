/* Condition variables. A wait has three steps: release the mutex and enter the queue;
 * be woken, which is a step of the waker; lock the mutex again. A timed wait has one
 * more: leave the queue. Which waiter a signal wakes is an alternative of the signal's
 * step, because POSIX does not specify it. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/state/fingerprint.h"
#include "native/runtime/sync/sync.h"

static bool
is_woken (const struct rt_thread *t)
{
  return t->woken || cancel_is_asked (t);
}

static bool
woken_and_free (struct rt_thread *t)
{
  return is_woken (t) && mutex_free (t);
}

static bool
was_woken (struct rt_thread *t)
{
  return is_woken (t);
}

/* A wait releases a recursive mutex only once: if it was locked more than once it stays
 * held while its holder waits. */
static bool
stays_held (const struct rt_thread *t, const pthread_mutex_t *m)
{
  return m->__data.__owner == (int) t->id + 1;
}

static void
enqueue (struct rt_thread *t, pthread_cond_t *c, pthread_mutex_t *m, uint64_t pc)
{
  op_begin (NATIVE_WAIT, pc);
  if (m->__data.__owner != (int) t->id + 1)
    rt_fail (FINDING_API_MISUSE, "wait at a condition variable without holding the mutex");
  bool is_given = m->__data.__count == 1;
  fingerprint_operand (t, (uintptr_t) m);
  op_touch (t, c, ACCESS_WRITE);
  if (is_given)
    op_touch (t, m, ACCESS_UNLOCK);
  rt_announce (t);
  if (is_given)
    mutex_give (t, m);
  else if (!is_given)
    mutex_give_once (t, m);
  assert (!t->condition);
  t->condition = c;
  t->ticket = rt->run.tickets++;
  t->woken = false;
}

static void
take_again (struct rt_thread *t, pthread_mutex_t *m)
{
  if (stays_held (t, m))
    mutex_take_again (t, m);
  else
    mutex_take (t, m);
}

static void
lock_again (struct rt_thread *t, pthread_mutex_t *m, uint64_t pc)
{
  op_go_on (NATIVE_WOKEN, pc);
  t->object = m;
  t->ready = stays_held (t, m) ? was_woken : woken_and_free;
  t->holder = mutex_holder;
  op_touch (t, m, stays_held (t, m) ? ACCESS_READ : ACCESS_LOCK);
  if (t->condition) {
    cancel_touch (t);
    op_may_leave (t, t->condition);
  }
  rt_announce (t);
  op_leave (t);                   /* before it has the mutex, as in glibc */
  take_again (t, m);
  assert (stays_held (t, m) && !t->condition);
}

/* A cancelled thread has the mutex again before its handlers run. If it was woken it is
 * not cancelled here: a signal must not be consumed by a thread that is cancelled. */
static void
wait_woken (struct rt_thread *t, pthread_mutex_t *m, uint64_t pc)
{
  assert (t->condition);
  lock_again (t, m, pc);
  if (!t->woken)
    cancel_end (t);
  spin_broken (t);                /* the wake-up was another thread's progress */
}

static uint32_t
ways_to_go_on (struct rt_thread *t)
{
  return !t->woken && cancel_is_asked (t) ? 2 : 1;
}

/* A wait that may end without a wake-up: it times out, or wakes spuriously. It leaves the
 * queue first and waits for the mutex after that: a signal in between does not find it.
 * A loop of such waits is a waiting loop: it waits until the mutex is taken or it is woken. */
static bool
wait_woken_or_not (struct rt_thread *t, pthread_cond_t *c, pthread_mutex_t *m, uint64_t pc)
{
  op_go_on (NATIVE_TIMEOUT, pc);
  op_touch (t, c, ACCESS_WRITE);
  op_may_leave (t, c);
  t->object = m;
  if (cancel_touch (t))
    t->ways = ways_to_go_on;
  spin_before (t, (uintptr_t) &m->__data.__nusers);
  rt_announce (t);
  assert (t->condition == c || (!t->condition && t->woken));
  bool woken = t->woken, cancelled = !woken && cancel_is_asked (t) && !t->alternative;
  op_value (woken);
  op_leave (t);
  t->woken = true;
  t->may_be_cancelled = false;
  if (woken)
    spin_broken (t);
  lock_again (t, m, pc);
  if (cancelled)
    cancel_end (t);
  return woken;
}

/* If it was cancelled before, it releases the mutex and locks it again, as a wait does. */
static void
begin_wait (struct rt_thread *t, pthread_cond_t *c, pthread_mutex_t *m, uint64_t pc)
{
  if (cancel_is_due (pc)) {
    mutex_unlock (m, pc);
    mutex_lock (m, pc);
    cancel_end (t);
  }
  enqueue (t, c, m, pc);
}

int
condition_wait (pthread_cond_t *c, pthread_mutex_t *m, uint64_t pc)
{
  struct rt_thread *t = rt ? rt_self () : NULL;
  if (!t)
    rt_unsupported ("pthread_cond_wait before main");
  begin_wait (t, c, m, pc);
  if (rt->orders.spurious)
    wait_woken_or_not (t, c, m, pc);
  else
    wait_woken (t, m, pc);
  return 0;
}

int
condition_timedwait (pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until, uint64_t pc)
{
  struct rt_thread *t = rt ? rt_self () : NULL;
  if (!t)
    rt_unsupported ("pthread_cond_timedwait before main");
  if (!time_is_valid (until, pc))
    return EINVAL;
  begin_wait (t, c, m, pc);
  if (wait_woken_or_not (t, c, m, pc))
    return 0;
  time_over (t, until);
  return ETIMEDOUT;
}

/* ---- waking ---- */

static bool
waits_at (const struct rt_thread *t, const void *c)
{
  return t->state == RT_ALIVE && t->condition == c && !t->woken;
}

static uint32_t
waiters (struct rt_thread *t)
{
  uint32_t n = 0;
  for (thread_id i = 0; i < rt->nthreads; i++)
    n += waits_at (&rt->threads[i], t->object);
  return n ? n : 1;
}

/* The n-th waiter in the order of arrival. */
static struct rt_thread *
waiter (const void *c, uint32_t n)
{
  for (thread_id i = 0; i < rt->nthreads; i++) {
    uint32_t before = 0;
    if (!waits_at (&rt->threads[i], c))
      continue;
    for (thread_id j = 0; j < rt->nthreads; j++)
      before += waits_at (&rt->threads[j], c) && rt->threads[j].ticket < rt->threads[i].ticket;
    if (before == n)
      return &rt->threads[i];
  }
  return NULL;
}

void
condition_wake (struct rt_thread *t)
{
  assert (t->state == RT_ALIVE && t->condition && !t->woken);
  assert (t != rt->current);
  t->woken = true;
  if (t->time < rt->current->time)
    t->time = rt->current->time;
  if (t->op.kind == NATIVE_TIMEOUT || t->op.kind == NATIVE_FUTEX_TIMEOUT)
    race_after (t->id);           /* it was enabled before: its order with this step is that of two operations on the variable */
  else
    op_released (t->id);
}

static void
begin_waking (struct rt_thread *t, pthread_cond_t *c)
{
  t->object = c;
  op_touch (t, c, ACCESS_WRITE);
  spin_broken (t);
}

void
condition_miss (const void *c)
{
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state == RT_SPINS && rt->threads[i].condition == c)
      rt->threads[i].missed = true;
}

int
condition_signal (pthread_cond_t *c, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_SIGNAL, pc);
  if (!t)
    return 0;
  begin_waking (t, c);
  t->ways = waiters;
  rt_announce (t);
  condition_miss (c);
  struct rt_thread *w = waiter (c, t->alternative);
  assert (w || !waiter (c, 0));    /* a signal wakes a thread if one waits */
  if (w)
    condition_wake (w);
  op_value (w ? w->id : UINT64_MAX);
  return 0;
}

int
condition_broadcast (pthread_cond_t *c, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_BROADCAST, pc);
  if (!t)
    return 0;
  begin_waking (t, c);
  rt_announce (t);
  condition_miss (c);
  for (thread_id i = 0; i < rt->nthreads; i++)
    if (waits_at (&rt->threads[i], c))
      condition_wake (&rt->threads[i]);
  assert (!waiter (c, 0));
  return 0;
}

int
condition_init (pthread_cond_t *c, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_INIT, pc);
  if (t) {
    begin_waking (t, c);
    rt_announce (t);
    op_check_unwaited (c, "init of a condition variable");
  }
  rt_memset (c, 0, sizeof *c);
  return 0;
}

int
condition_destroy (pthread_cond_t *c, uint64_t pc)
{
  if (op_destroy_waited (c, pc))
    op_check_unwaited (c, "destroy of a condition variable");
  return 0;
}

/* ---- functions of POSIX ---- */

EXPORT int
pthread_cond_init (pthread_cond_t *restrict c, const pthread_condattr_t *restrict attributes)
{
  if (attributes)
    rt_plain (attributes, sizeof *attributes, false, CALLER);
  return condition_init (c, CALLER);
}

EXPORT int
pthread_cond_wait (pthread_cond_t *restrict c, pthread_mutex_t *restrict m)
{
  return condition_wait (c, m, CALLER);
}

EXPORT int
pthread_cond_timedwait (pthread_cond_t *restrict c, pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
  return condition_timedwait (c, m, until, CALLER);
}

EXPORT int
pthread_cond_clockwait (pthread_cond_t *restrict c, pthread_mutex_t *restrict m, clockid_t clock,
                        const struct timespec *restrict until)
{
  if (!time_is_waitable (clock))
    return EINVAL;
  return condition_timedwait (c, m, until, CALLER);
}

EXPORT int
pthread_cond_signal (pthread_cond_t *c)
{
  return condition_signal (c, CALLER);
}

EXPORT int
pthread_cond_broadcast (pthread_cond_t *c)
{
  return condition_broadcast (c, CALLER);
}

EXPORT int
pthread_cond_destroy (pthread_cond_t *c)
{
  return condition_destroy (c, CALLER);
}
