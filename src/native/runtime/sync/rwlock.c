/* Read-write locks. As in glibc a waiting writer does not stop new readers.
 * An unlock of a reader is released to writers only: two readers are not ordered
 * by the lock. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>

#include "native/runtime/sync/sync.h"

/* Stored in the lock's own memory; all zero: not held. */
struct state {
  uint32_t readers;
  uint32_t writer;                /* number plus one */
  uint32_t turns;                 /* how often it was taken for writing */
  uint32_t destroyed;
  uint64_t time, reader_time;     /* of the last release by a writer, and by a reader */
};
_Static_assert (sizeof (struct state) <= offsetof (pthread_rwlock_t, __data.__flags), "glibc's lock has no room for ours");

static struct state *
state_of (void *l)
{
  return l;
}

/* The object that readers release and writers acquire. */
static const void *
of_readers (const pthread_rwlock_t *l)
{
  return (const char *) l + 1;
}

static bool
no_writer (struct rt_thread *t)
{
  return !state_of (t->object)->writer;
}

static bool
nobody (struct rt_thread *t)
{
  return !state_of (t->object)->writer && !state_of (t->object)->readers;
}

static uint32_t
writer_of (const void *l)
{
  return ((const struct state *) l)->writer;
}

static void
check_alive (pthread_rwlock_t *l, const char *what)
{
  if (state_of (l)->destroyed)
    rt_fail (FINDING_API_MISUSE, "%s of a read-write lock that was destroyed", what);
  /* its readers would wait for waiting writers */
  if (l->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
    rt_unsupported ("a read-write lock that prefers writers");
}

/* The thread's entry of a lock that it holds for reading. */
static struct rt_shared *
shared_find (struct rt_thread *t, const pthread_rwlock_t *l)
{
  for (uint32_t i = 0; i < t->nshared; i++)
    if (t->shared[i].lock == l)
      return &t->shared[i];
  return NULL;
}

static void
shared_add (struct rt_thread *t, const pthread_rwlock_t *l)
{
  struct rt_shared *s = shared_find (t, l);
  if (!s && t->nshared == RT_SHARED)
    rt_unsupported ("holding more than 32 read-write locks for reading");
  if (!s) {
    s = &t->shared[t->nshared++];
    *s = (struct rt_shared) {l, 0};
  }
  s->count = s->count + 1;
}

static void
shared_remove (struct rt_thread *t, struct rt_shared *s)
{
  assert (t->nshared && s < &t->shared[t->nshared] && s->count);
  if (--s->count)
    return;
  t->nshared--;
  *s = t->shared[t->nshared];
}

static void
take (struct rt_thread *t, pthread_rwlock_t *l, bool write)
{
  struct state *s = state_of (l);
  assert (!s->writer && (!write || !s->readers));
  trial_stop ();
  race_acquire (l);
  if (write) {
    race_acquire (of_readers (l));
    s->writer = t->id + 1;
    s->turns = rt->fingerprints ? 1 : s->turns + 1;
    spin_taken (t, &s->turns);
  } else {
    s->readers++;
    shared_add (t, l);
    spin_read (t, (uintptr_t) &s->turns, sizeof s->turns, s->turns);
  }
  spin_holds (t);
  if (t->time < s->time)
    t->time = s->time;
  if (write && t->time < s->reader_time)
    t->time = s->reader_time;
}

static int
lock (pthread_rwlock_t *l, bool write, uint64_t pc)
{
  struct rt_thread *t = op_begin (write ? NATIVE_LOCK : NATIVE_RDLOCK, pc);
  if (!t)
    return 0;
  if (state_of (l)->writer == t->id + 1)
    return EDEADLK;
  t->object = l;
  t->ready = write ? nobody : no_writer;
  t->holder = writer_of;
  op_touch (t, l, write ? ACCESS_LOCK : ACCESS_LOCK_SHARED);
  spin_before (t, (uintptr_t) &state_of (l)->turns);
  rt_announce (t);
  check_alive (l, "lock");
  take (t, l, write);
  return 0;
}

static int
try_lock (pthread_rwlock_t *l, bool write, int failure, uint64_t pc)
{
  struct rt_thread *t = op_begin (failure == ETIMEDOUT ? NATIVE_TIMEDLOCK : write ? NATIVE_TRYLOCK : NATIVE_TRYRDLOCK, pc);
  if (!t)
    return 0;
  struct state *s = state_of (l);
  t->object = l;
  op_touch (t, l, ACCESS_WRITE);
  op_may_do_less (t);
  spin_before (t, (uintptr_t) s);
  rt_announce (t);
  check_alive (l, "trylock");
  bool got = write ? nobody (t) : no_writer (t);
  op_value (got ? 0 : (uint64_t) failure);
  if (got) {
    take (t, l, write);
    return 0;
  }
  op_only_reads ();
  spin_read (t, (uintptr_t) s, 8, (uint64_t) s->writer << 32 | s->readers);
  return failure;
}

static int
timed_lock (pthread_rwlock_t *l, bool write, const struct timespec *until, uint64_t pc)
{
  if (!time_is_valid (until, pc))
    return EINVAL;
  if (rt && rt->current && state_of (l)->writer == rt->current->id + 1)
    return EDEADLK;
  int result = try_lock (l, write, ETIMEDOUT, pc);
  if (result)
    time_over (rt_self (), until);
  return result;
}

static void
give (struct rt_thread *t, pthread_rwlock_t *l, struct rt_shared *shared)
{
  struct state *s = state_of (l);
  assert (shared ? s->readers && !s->writer : s->writer == t->id + 1 && !s->readers);
  assert (t->held);
  if (shared) {
    assert (shared->lock == l && shared->count && s->readers >= shared->count);
    shared_remove (t, shared);
    s->readers = s->readers - 1;
    if (s->reader_time < t->time)
      s->reader_time = t->time;
    race_release (of_readers (l));
  } else {
    s->writer = 0;
    s->time = t->time;
    race_release (l);
  }
  spin_gives (t);
}

/* ---- functions of POSIX ---- */

EXPORT int
pthread_rwlock_init (pthread_rwlock_t *restrict l, const pthread_rwlockattr_t *restrict attributes)
{
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes) {
    rt_plain (attributes, sizeof *attributes, false, CALLER);
    pthread_rwlockattr_getkind_np (attributes, &kind);
  }
  if (op_change (l, NATIVE_INIT, CALLER))
    op_check_unwaited (l, "init of a read-write lock");
  rt_memset (l, 0, sizeof (struct state));
  l->__data.__flags = (unsigned) kind;
  return 0;
}

EXPORT int
pthread_rwlock_destroy (pthread_rwlock_t *l)
{
  op_change (l, NATIVE_DESTROY, CALLER);
  if (!rt || !rt_self ())
    return 0;
  check_alive (l, "destroy");
  if (state_of (l)->writer)
    rt_fail (FINDING_API_MISUSE, "destroy of a read-write lock that thread %u holds", state_of (l)->writer - 1);
  if (state_of (l)->readers)
    rt_fail (FINDING_API_MISUSE, "destroy of a read-write lock that %u reader%s", state_of (l)->readers, state_of (l)->readers == 1 ? " holds" : "s hold");
  state_of (l)->destroyed = 1;
  return 0;
}

EXPORT int
pthread_rwlock_rdlock (pthread_rwlock_t *l)
{
  return lock (l, false, CALLER);
}

EXPORT int
pthread_rwlock_wrlock (pthread_rwlock_t *l)
{
  return lock (l, true, CALLER);
}

EXPORT int
pthread_rwlock_tryrdlock (pthread_rwlock_t *l)
{
  return try_lock (l, false, EBUSY, CALLER);
}

EXPORT int
pthread_rwlock_trywrlock (pthread_rwlock_t *l)
{
  return try_lock (l, true, EBUSY, CALLER);
}

EXPORT int
pthread_rwlock_timedrdlock (pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
  return timed_lock (l, false, until, CALLER);
}

EXPORT int
pthread_rwlock_timedwrlock (pthread_rwlock_t *restrict l, const struct timespec *restrict until)
{
  return timed_lock (l, true, until, CALLER);
}

EXPORT int
pthread_rwlock_clockrdlock (pthread_rwlock_t *restrict l, clockid_t clock, const struct timespec *restrict until)
{
  if (!time_is_waitable (clock))
    return EINVAL;
  return timed_lock (l, false, until, CALLER);
}

EXPORT int
pthread_rwlock_clockwrlock (pthread_rwlock_t *restrict l, clockid_t clock, const struct timespec *restrict until)
{
  if (!time_is_waitable (clock))
    return EINVAL;
  return timed_lock (l, true, until, CALLER);
}

EXPORT int
pthread_rwlock_unlock (pthread_rwlock_t *l)
{
  struct rt_thread *t = rt ? rt_self () : NULL;
  if (!t)
    return 0;
  struct rt_shared *shared = state_of (l)->writer == t->id + 1 ? NULL : shared_find (t, l);
  op_begin (shared ? NATIVE_RDUNLOCK : NATIVE_UNLOCK, CALLER);
  if (!shared && state_of (l)->writer != t->id + 1)
    rt_fail (FINDING_API_MISUSE, "unlock of a read-write lock that the thread does not hold");
  op_touch (t, l, shared ? ACCESS_UNLOCK_SHARED : ACCESS_UNLOCK);
  rt_announce (t);
  give (t, l, shared);
  return 0;
}
