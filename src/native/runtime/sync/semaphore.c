/* Unnamed POSIX semaphores. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/sync/sync.h"

/* Stored in the semaphore's own memory. */
struct state {
  uint32_t value;
  uint32_t alive;
  uint64_t time;                  /* the latest virtual time of a post */
};
_Static_assert (sizeof (struct state) <= sizeof (sem_t), "glibc's semaphore has no room for ours");

#define ALIVE 0x6d7a7365u

static struct state *
state_of (void *s)
{
  return s;
}

/* A wait at a semaphore that is not alive does not block: its execution reports the mistake. */
static bool
not_zero (struct rt_thread *t)
{
  const struct state *s = state_of (t->object);
  return s->value || s->alive != ALIVE;
}

static struct rt_thread *
begin (sem_t *s, enum native_op kind, enum access_how how, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (!t)
    return NULL;
  t->object = s;
  op_touch (t, s, how);
  return t;
}

static void
check_alive (sem_t *s, const char *what)
{
  if (state_of (s)->alive != ALIVE)
    rt_fail (FINDING_API_MISUSE, "%s of a semaphore that was not initialised, or was destroyed", what);
}

static void
take (struct rt_thread *t, sem_t *s)
{
  assert (state_of (s)->value && state_of (s)->value <= SEM_VALUE_MAX);
  trial_stop ();
  state_of (s)->value--;
  if (t->time < state_of (s)->time)
    t->time = state_of (s)->time;
  spin_broken (t);
  race_acquire (s);
}

/* Posts commute, unless the value may reach its maximum. If a post finds a value near
 * it, the exploration restarts with posts and waits that write the value, and so do
 * not commute. */
static bool
may_overflow (void)
{
  return rt->modes & RT_OVERFLOWS;
}

static void
look_for_overflow (uint32_t value)
{
  if (value > SEM_VALUE_MAX / 2)
    rt_need (RT_OVERFLOWS);
}

static int
failed (int error)
{
  errno = error;
  return -1;
}

void
semaphore_set (sem_t *s, unsigned value)
{
  *state_of (s) = (struct state) {.value = value, .alive = ALIVE};
}

EXPORT int
sem_init (sem_t *s, int shared, unsigned value)
{
  (void) shared;
  if (value > SEM_VALUE_MAX)
    return failed (EINVAL);
  struct rt_thread *t = begin (s, NATIVE_INIT, ACCESS_WRITE, CALLER);
  if (t) {
    rt_announce (t);
    op_check_unwaited (s, "init of a semaphore");
    spin_broken (t);
  }
  semaphore_set (s, value);
  return 0;
}

EXPORT int
sem_wait (sem_t *s)
{
  cancel_point (CALLER);
  struct rt_thread *t = begin (s, NATIVE_SEM_WAIT, rt && may_overflow () ? ACCESS_WRITE : ACCESS_WAIT, CALLER);
  if (!t)
    rt_unsupported ("sem_wait before main");
  t->ready = not_zero;
  cancel_while_waiting (t);
  t->op.guarded |= may_overflow ();
  rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  check_alive (s, "sem_wait");
  take (t, s);
  return 0;
}

static int
try_wait (sem_t *s, int error, uint64_t pc)
{
  bool waits = error == ETIMEDOUT;
  if (waits)
    cancel_point (pc);
  struct rt_thread *t = begin (s, NATIVE_SEM_TRYWAIT, ACCESS_WRITE, pc);
  if (!t)
    rt_unsupported ("sem_trywait before main");
  op_may_do_less (t);
  spin_before (t, (uintptr_t) s);
  if (waits)
    cancel_while_waiting (t);
  rt_announce (t);
  if (waits && cancel_chosen (t))
    cancel_end (t);
  check_alive (s, "sem_trywait");
  op_value (state_of (s)->value ? 0 : (uint64_t) error);
  if (state_of (s)->value) {
    take (t, s);
    return 0;
  }
  op_only_reads ();
  spin_read (t, (uintptr_t) s, sizeof state_of (s)->value, 0);
  return failed (error);
}

EXPORT int
sem_trywait (sem_t *s)
{
  return try_wait (s, EAGAIN, CALLER);
}

static int
timed_wait (sem_t *s, const struct timespec *until, uint64_t pc)
{
  if (!time_is_valid (until, pc))
    return failed (EINVAL);
  int result = try_wait (s, ETIMEDOUT, pc);
  if (result)
    time_over (rt_self (), until);
  return result;
}

EXPORT int
sem_timedwait (sem_t *restrict s, const struct timespec *restrict until)
{
  return timed_wait (s, until, CALLER);
}

EXPORT int
sem_clockwait (sem_t *restrict s, clockid_t clock, const struct timespec *restrict until)
{
  if (!time_is_waitable (clock)) {
    errno = EINVAL;
    return -1;
  }
  return timed_wait (s, until, CALLER);
}

EXPORT int
sem_post (sem_t *s)
{
  struct rt_thread *t = begin (s, NATIVE_SEM_POST, rt && may_overflow () ? ACCESS_WRITE : ACCESS_POST, CALLER);
  if (!t) {
    state_of (s)->value++;
    return 0;
  }
  t->op.conditional = may_overflow ();
  rt_announce (t);
  check_alive (s, "sem_post");
  look_for_overflow (state_of (s)->value);
  if (state_of (s)->value == SEM_VALUE_MAX) {
    op_only_reads ();
    return failed (EOVERFLOW);
  }
  assert (state_of (s)->value < SEM_VALUE_MAX);
  state_of (s)->value++;
  if (state_of (s)->time < t->time)
    state_of (s)->time = t->time;
  spin_broken (t);
  race_release (s);
  return 0;
}

EXPORT int
sem_getvalue (sem_t *restrict s, int *restrict value)
{
  uint32_t found = state_of (s)->value;
  struct rt_thread *t = begin (s, NATIVE_SEM_VALUE, ACCESS_READ, CALLER);
  if (t) {
    spin_before (t, (uintptr_t) s);
    rt_announce (t);
    check_alive (s, "sem_getvalue");
    found = state_of (s)->value;
    spin_read (t, (uintptr_t) s, sizeof found, found);
    op_value (found);
    rt_plain (value, sizeof *value, true, CALLER);
  }
  *value = (int) found;
  return 0;
}

EXPORT int
sem_destroy (sem_t *s)
{
  struct rt_thread *t = begin (s, NATIVE_DESTROY, ACCESS_WRITE, CALLER);
  if (!t)
    return 0;
  rt_announce (t);
  check_alive (s, "sem_destroy");
  op_check_unwaited (s, "destroy of a semaphore");
  state_of (s)->alive = 0;
  spin_broken (t);
  return 0;
}
