/* Mutexes and spin locks. A mutex's state is kept in its own memory, in the
 * fields glibc uses for it, so that static initialisers work and restoring the
 * program's memory restores it: __owner is the holder's number plus one,
 * __count how often a recursive one is held, __kind its type. */

#include "native/runtime/rt.h"

#include <errno.h>
#include <pthread.h>

enum { KIND_NORMAL, KIND_RECURSIVE, KIND_ERRORCHECK, KIND_MASK = 3, DESTROYED = 0x6d7a };

#define STATE(m) (&(m)->__data)

bool mutex_free (struct rt_thread *);
void mutex_take (struct rt_thread *, pthread_mutex_t *);
void mutex_give (struct rt_thread *, pthread_mutex_t *);

bool
mutex_free (struct rt_thread *t)
{
  return !STATE ((pthread_mutex_t *) t->object)->__owner;
}

static int
kind_of (const pthread_mutex_t *m)
{
  return STATE (m)->__kind & KIND_MASK;
}

static void
check_alive (const pthread_mutex_t *m, const char *what)
{
  if (STATE (m)->__lock == DESTROYED)
    rt_fail (FINDING_API_MISUSE, "%s of a mutex that was destroyed", what);
}

void
mutex_take (struct rt_thread *t, pthread_mutex_t *m)
{
  STATE (m)->__owner = (int) t->id + 1;
  STATE (m)->__count = 1;
  spin_broken (t);
  race_acquire (m);
}

void
mutex_give (struct rt_thread *t, pthread_mutex_t *m)
{
  (void) t;
  STATE (m)->__owner = 0;
  STATE (m)->__count = 0;
  race_release (m);
}

int
pthread_mutex_init (pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
  int kind = PTHREAD_MUTEX_DEFAULT;
  if (attributes)
    pthread_mutexattr_gettype (attributes, &kind);
  rt_memset (m, 0, sizeof *m);
  STATE (m)->__kind = kind;
  return 0;
}

/* A mutex that its holder locks again, if that is no deadlock. */
static bool
locked_again (struct rt_thread *t, pthread_mutex_t *m, int *result)
{
  if (STATE (m)->__owner != (int) t->id + 1 || kind_of (m) == KIND_NORMAL)
    return false;
  if (kind_of (m) == KIND_RECURSIVE)
    STATE (m)->__count++;
  *result = kind_of (m) == KIND_RECURSIVE ? 0 : EDEADLK;
  return true;
}

static int
lock (pthread_mutex_t *m, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_LOCK, pc);
  int result;
  if (!t)
    return 0;
  check_alive (m, "lock");
  if (locked_again (t, m, &result))
    return result;
  t->object = m;
  t->ready = mutex_free;
  op_touch (t, m, ACCESS_LOCK);
  rt_announce (t);
  mutex_take (t, m);
  return 0;
}

int
pthread_mutex_lock (pthread_mutex_t *m)
{
  return lock (m, CALLER);
}

static int
trylock (pthread_mutex_t *m, enum native_op kind, int failure, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  int result;
  if (!t)
    return 0;
  check_alive (m, "trylock");
  if (STATE (m)->__owner == (int) t->id + 1 && kind_of (m) != KIND_RECURSIVE)
    return failure;
  if (locked_again (t, m, &result))
    return result;
  op_touch (t, m, ACCESS_WRITE);
  rt_announce (t);
  bool got = !STATE (m)->__owner;
  op_value (got);
  if (got)
    mutex_take (t, m);
  else
    op_only_reads ();
  return got ? 0 : failure;
}

int
pthread_mutex_trylock (pthread_mutex_t *m)
{
  return trylock (m, NATIVE_TRYLOCK, EBUSY, CALLER);
}

/* The time may always be over before the mutex is free. */
int
pthread_mutex_timedlock (pthread_mutex_t *restrict m, const struct timespec *restrict until)
{
  (void) until;
  return trylock (m, NATIVE_TIMEDLOCK, ETIMEDOUT, CALLER);
}

int
pthread_mutex_clocklock (pthread_mutex_t *restrict m, clockid_t clock, const struct timespec *restrict until)
{
  (void) clock, (void) until;
  return trylock (m, NATIVE_TIMEDLOCK, ETIMEDOUT, CALLER);
}

int
pthread_mutex_unlock (pthread_mutex_t *m)
{
  struct rt_thread *t = op_begin (NATIVE_UNLOCK, CALLER);
  if (!t)
    return 0;
  check_alive (m, "unlock");
  if (STATE (m)->__owner != (int) t->id + 1) {
    if (kind_of (m) != KIND_NORMAL)
      return EPERM;
    if (STATE (m)->__owner)
      rt_fail (FINDING_API_MISUSE, "unlock of a mutex that thread %d holds", STATE (m)->__owner - 1);
    rt_fail (FINDING_API_MISUSE, "unlock of a mutex that nobody holds");
  }
  if (STATE (m)->__count > 1) {
    STATE (m)->__count--;
    return 0;
  }
  op_touch (t, m, ACCESS_UNLOCK);
  rt_announce (t);
  mutex_give (t, m);
  return 0;
}

int
pthread_mutex_destroy (pthread_mutex_t *m)
{
  struct rt_thread *t = op_begin (NATIVE_DESTROY, CALLER);
  if (!t)
    return 0;
  op_touch (t, m, ACCESS_WRITE);
  rt_announce (t);
  if (STATE (m)->__owner)
    rt_fail (FINDING_API_MISUSE, "destroy of a mutex that thread %d holds", STATE (m)->__owner - 1);
  STATE (m)->__lock = DESTROYED;
  return 0;
}
