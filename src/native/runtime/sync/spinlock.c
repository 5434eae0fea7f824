/* Spin locks: the value is the holder's number plus one, or 0. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>

#define DESTROYED (-1)

static bool
spin_lock_free (struct rt_thread *t)
{
  return *(volatile int *) t->object <= 0;
}

static uint32_t
spin_lock_holder (const void *l)
{
  int holder = *(const volatile int *) l;
  return holder > 0 ? (uint32_t) holder : 0;
}

static void
take_spin_lock (struct rt_thread *t, volatile int *l)
{
  if (*l == DESTROYED)
    rt_fail (FINDING_API_MISUSE, "lock of a spin lock that was destroyed");
  assert (*l <= 0);
  trial_stop ();
  *l = (int) t->id + 1;
  spin_broken (t);
  race_acquire ((const void *) l);
}

EXPORT int
pthread_spin_init (pthread_spinlock_t *l, int shared)
{
  (void) shared;
  op_change ((void *) l, NATIVE_INIT, CALLER);
  *l = 0;
  return 0;
}

EXPORT int
pthread_spin_lock (pthread_spinlock_t *l)
{
  struct rt_thread *t = op_begin (NATIVE_LOCK, CALLER);
  if (!t)
    return 0;
  t->object = (void *) l;
  t->ready = spin_lock_free;
  t->holder = spin_lock_holder;
  op_touch (t, (const void *) l, ACCESS_LOCK);
  rt_announce (t);
  take_spin_lock (t, l);
  return 0;
}

EXPORT int
pthread_spin_trylock (pthread_spinlock_t *l)
{
  struct rt_thread *t = op_begin (NATIVE_TRYLOCK, CALLER);
  if (!t)
    return 0;
  op_touch (t, (const void *) l, ACCESS_WRITE);
  op_may_do_less (t);
  spin_before (t, (uintptr_t) l);
  rt_announce (t);
  int holder = *l;
  op_value (holder <= 0 ? 0 : EBUSY);
  if (holder <= 0) {
    take_spin_lock (t, l);
    return 0;
  }
  op_only_reads ();
  spin_read (t, (uintptr_t) l, sizeof *l, (uint64_t) (uint32_t) holder);
  return EBUSY;
}

EXPORT int
pthread_spin_unlock (pthread_spinlock_t *l)
{
  struct rt_thread *t = op_begin (NATIVE_UNLOCK, CALLER);
  if (!t)
    return 0;
  if (*l != (int) t->id + 1)
    rt_fail (FINDING_API_MISUSE, "unlock of a spin lock that the thread does not hold");
  op_touch (t, (const void *) l, ACCESS_UNLOCK);
  rt_announce (t);
  assert (*l == (int) t->id + 1);
  *l = 0;
  race_release ((const void *) l);
  return 0;
}

EXPORT int
pthread_spin_destroy (pthread_spinlock_t *l)
{
  op_change ((void *) l, NATIVE_DESTROY, CALLER);
  if (rt && rt_self () && *l > 0)
    rt_fail (FINDING_API_MISUSE, "destroy of a spin lock that thread %d holds", *l - 1);
  *l = DESTROYED;
  return 0;
}
