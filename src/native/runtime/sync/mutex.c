/* Mutexes. A mutex's state is kept in its own memory, in the fields glibc uses
 * for it, so that static initialisers work and restoring the program's memory
 * restores it: __owner is the holder's number plus one, __count how often the
 * holder has locked it, __kind its type, __nusers how often it was taken, and
 * __spins with __elision the virtual time of its last release, rounded up. These
 * are the first 24 bytes, the size of a mutex in sources that were preprocessed
 * for 32-bit machines (SV-COMP's). */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>

#include "base/digest.h"
#include "native/runtime/libc/libc.h"
#include "native/runtime/sync/sync.h"

enum { KIND_NORMAL, KIND_RECURSIVE, KIND_ERRORCHECK, KIND_ADAPTIVE, KIND_MASK = 3, DESTROYED = 0x6d7a };

#define STATE(m) (&(m)->__data)
#define STATE_BYTES 24

/* ---- the time of the last release ---- */

static_assert (offsetof (pthread_mutex_t, __data.__elision) + sizeof (short) == STATE_BYTES, "see above");

#define TICK 65536u               /* nanoseconds */

static void
set_given (pthread_mutex_t *m, uint64_t time)
{
  assert (time >= RT_EPOCH);
  uint64_t ticks = (time - RT_EPOCH + TICK - 1) / TICK;
  uint32_t kept = ticks < UINT32_MAX ? (uint32_t) ticks : UINT32_MAX;
  rt_memcpy (&STATE (m)->__spins, &kept, sizeof kept);
}

static uint64_t
given (const pthread_mutex_t *m)
{
  uint32_t ticks;
  rt_memcpy (&ticks, &STATE (m)->__spins, sizeof ticks);
  return ticks ? RT_EPOCH + (uint64_t) ticks * TICK : 0;
}

/* ---- the state ---- */

/* Not a holder: a value of memory that was never initialised as a mutex. */
static bool
is_nobody (int owner)
{
  return owner < 0 || owner > RT_THREADS;
}

/* True also for uninitialised memory: the operation is then executed, and reports it. */
bool
mutex_free (struct rt_thread *t)
{
  int owner = STATE ((pthread_mutex_t *) t->object)->__owner;
  return !owner || is_nobody (owner);
}

uint32_t
mutex_holder (const void *m)
{
  return (uint32_t) STATE ((const pthread_mutex_t *) m)->__owner;
}

static int
kind_of (const pthread_mutex_t *m)
{
  int kind = STATE (m)->__kind & KIND_MASK;
  return kind == KIND_ADAPTIVE ? KIND_NORMAL : kind;
}

static bool
is_mine (const struct rt_thread *t, const pthread_mutex_t *m)
{
  return STATE (m)->__owner == (int) t->id + 1;
}

/* Called when the operation is executed, not when it is announced: another thread may
 * destroy the mutex in between. */
static void
check_alive (const pthread_mutex_t *m, const char *what)
{
  if (STATE (m)->__lock == DESTROYED)
    rt_fail (FINDING_API_MISUSE, "%s of a mutex that was destroyed", what);
  if (is_nobody (STATE (m)->__owner))
    rt_fail (FINDING_API_MISUSE, "%s of a mutex that was never initialised", what);
}

void
mutex_take (struct rt_thread *t, pthread_mutex_t *m)
{
  assert (!STATE (m)->__owner && !STATE (m)->__count);
  trial_stop ();
  STATE (m)->__owner = (int) t->id + 1;
  STATE (m)->__count = 1;
  STATE (m)->__nusers = rt->fingerprints ? 1 : STATE (m)->__nusers + 1;   /* a counter would make equal states differ */
  if (t->time < given (m))
    t->time = given (m);
  if (!rt->fingerprints)
    spin_taken (t, &STATE (m)->__nusers);
  spin_holds (t);
  race_acquire (m);
}

void
mutex_give (struct rt_thread *t, pthread_mutex_t *m)
{
  assert (is_mine (t, m) && STATE (m)->__count == 1);
  assert (t->held);
  STATE (m)->__owner = 0;
  STATE (m)->__count = 0;
  set_given (m, t->time);
  spin_gives (t);
  race_release (m);
}

/* Locking a recursive mutex again, and unlocking it when it stays held: no other thread can observe it, but an iteration
 * of a loop that does only one of the two has changed its thread's state (`again`). */
static uint64_t
one_of (const pthread_mutex_t *m)
{
  return digest_mix ((uintptr_t) m);
}

void
mutex_take_again (struct rt_thread *t, pthread_mutex_t *m)
{
  assert (is_mine (t, m) && STATE (m)->__count);
  trial_stop ();
  STATE (m)->__count++;
  t->again += one_of (m);
}

void
mutex_give_once (struct rt_thread *t, pthread_mutex_t *m)
{
  assert (is_mine (t, m) && STATE (m)->__count > 1);
  trial_stop ();
  STATE (m)->__count--;
  t->again -= one_of (m);
}

/* Checks several fields, because uninitialised memory may hold any value. */
static bool
is_held (const pthread_mutex_t *m)
{
  int owner = STATE (m)->__owner;
  if (owner < 1 || (size_t) owner > rt->nthreads || !STATE (m)->__count || !STATE (m)->__nusers || STATE (m)->__lock)
    return false;
  const struct rt_thread *holder = &rt->threads[owner - 1];
  return holder->state == RT_ALIVE && holder->held;
}

/* An operation, because a use of the mutex by another thread may come before or after it. */
int
mutex_init (pthread_mutex_t *m, int kind, uint64_t pc)
{
  if (op_change (m, NATIVE_INIT, pc) && is_held (m))
    rt_fail (FINDING_API_MISUSE, "init of a mutex that thread %d holds", STATE (m)->__owner - 1);
  rt_memset (m, 0, STATE_BYTES);
  STATE (m)->__kind = kind;
  return 0;
}

/* The holder locks the mutex again; false if that waits, as for a first lock. */
static bool
locked_again (struct rt_thread *t, pthread_mutex_t *m, int *result)
{
  if (!is_mine (t, m) || kind_of (m) == KIND_NORMAL)
    return false;
  assert (STATE (m)->__count);
  if (kind_of (m) == KIND_RECURSIVE)
    mutex_take_again (t, m);
  *result = kind_of (m) == KIND_RECURSIVE ? 0 : EDEADLK;
  return true;
}

int
mutex_lock (pthread_mutex_t *m, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_LOCK, pc);
  int result;
  if (!t || locked_again (t, m, &result))
    return t ? result : 0;
  t->object = m;
  t->ready = mutex_free;
  t->holder = mutex_holder;
  op_touch (t, m, ACCESS_LOCK);
  spin_before (t, (uintptr_t) &STATE (m)->__nusers);
  rt_announce (t);
  check_alive (m, "lock");
  mutex_take (t, m);
  return 0;
}

static int
try_lock (pthread_mutex_t *m, enum native_op kind, int failure, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  int result;
  if (!t)
    return 0;
  if (locked_again (t, m, &result))
    return result == EDEADLK && kind == NATIVE_TRYLOCK ? EBUSY : result;
  if (is_mine (t, m))
    return failure;
  op_touch (t, m, ACCESS_WRITE);
  op_may_do_less (t);
  spin_before (t, (uintptr_t) &STATE (m)->__owner);
  rt_announce (t);
  check_alive (m, "trylock");
  int owner = STATE (m)->__owner;
  op_value (owner ? (uint64_t) failure : 0);
  if (!owner) {
    mutex_take (t, m);
    return 0;
  }
  op_only_reads ();
  spin_read (t, (uintptr_t) &STATE (m)->__owner, sizeof owner, (uint64_t) (uint32_t) owner);
  return failure;
}

int
mutex_trylock (pthread_mutex_t *m, uint64_t pc)
{
  return try_lock (m, NATIVE_TRYLOCK, EBUSY, pc);
}

/* A time-out is possible whenever the mutex is not free. */
int
mutex_timedlock (pthread_mutex_t *m, const struct timespec *until, uint64_t pc)
{
  int result = try_lock (m, NATIVE_TIMEDLOCK, time_is_valid (until, pc) ? ETIMEDOUT : EINVAL, pc);
  if (result == ETIMEDOUT)
    time_over (rt_self (), until);
  return result;
}

int
mutex_unlock (pthread_mutex_t *m, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_UNLOCK, pc);
  if (!t)
    return 0;
  if (!is_mine (t, m)) {
    if (kind_of (m) != KIND_NORMAL)
      return EPERM;
    check_alive (m, "unlock");
    if (STATE (m)->__owner)
      rt_fail (FINDING_API_MISUSE, "unlock of a mutex that thread %d holds", STATE (m)->__owner - 1);
    rt_fail (FINDING_API_MISUSE, "unlock of a mutex that nobody holds");
  }
  if (STATE (m)->__count > 1) {
    mutex_give_once (t, m);
    return 0;
  }
  op_touch (t, m, ACCESS_UNLOCK);
  rt_announce (t);
  mutex_give (t, m);
  return 0;
}

int
mutex_destroy (pthread_mutex_t *m, uint64_t pc)
{
  if (!op_change (m, NATIVE_DESTROY, pc))
    return 0;
  check_alive (m, "destroy");
  if (STATE (m)->__owner)
    rt_fail (FINDING_API_MISUSE, "destroy of a mutex that thread %d holds", STATE (m)->__owner - 1);
  STATE (m)->__lock = DESTROYED;
  return 0;
}

/* ---- functions of POSIX ---- */

EXPORT int
pthread_mutex_init (pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
  int kind = PTHREAD_MUTEX_DEFAULT;
  if (attributes) {
    rt_plain (attributes, sizeof *attributes, false, CALLER);
    pthread_mutexattr_gettype (attributes, &kind);
    libc_mutex_protocol (attributes);
  }
  return mutex_init (m, kind, CALLER);
}

/* No mutex has a priority ceiling or is robust: such attributes are unsupported. */
EXPORT int
pthread_mutex_setprioceiling (pthread_mutex_t *restrict m, int ceiling, int *restrict old)
{
  (void) m, (void) ceiling, (void) old;
  return EINVAL;
}

EXPORT int
pthread_mutex_getprioceiling (const pthread_mutex_t *restrict m, int *restrict ceiling)
{
  (void) m, (void) ceiling;
  return EINVAL;
}

EXPORT int
pthread_mutex_consistent (pthread_mutex_t *m)
{
  (void) m;
  return EINVAL;
}

EXPORT int
pthread_mutexattr_setrobust (pthread_mutexattr_t *a, int robust)
{
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
    return EINVAL;
  rt_plain (a, sizeof *a, true, CALLER);
  if (robust == PTHREAD_MUTEX_ROBUST)
    rt_unsupported ("a robust mutex");
  return 0;
}

EXPORT int
pthread_mutex_lock (pthread_mutex_t *m)
{
  return mutex_lock (m, CALLER);
}

EXPORT int
pthread_mutex_trylock (pthread_mutex_t *m)
{
  return mutex_trylock (m, CALLER);
}

EXPORT int
pthread_mutex_timedlock (pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
  return mutex_timedlock (m, until, CALLER);
}

EXPORT int
pthread_mutex_clocklock (pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict until)
{
  if (!time_is_waitable (clock))
    return EINVAL;
  return mutex_timedlock (m, until, CALLER);
}

EXPORT int
pthread_mutex_unlock (pthread_mutex_t *m)
{
  return mutex_unlock (m, CALLER);
}

EXPORT int
pthread_mutex_destroy (pthread_mutex_t *m)
{
  return mutex_destroy (m, CALLER);
}
