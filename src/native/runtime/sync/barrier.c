/* Barriers. Each arrival writes the barrier; the last one releases the others, and its
 * call returns PTHREAD_BARRIER_SERIAL_THREAD. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

/* Stored in the barrier's own memory. */
struct state {
  uint32_t wanted, arrived;
};
_Static_assert (sizeof (struct state) <= sizeof (pthread_barrier_t), "glibc's barrier has no room for ours");

static struct state *
state_of (pthread_barrier_t *b)
{
  return (struct state *) (void *) b;
}

/* Reads the thread only, because the barrier may have been destroyed. */
static bool
let_through (struct rt_thread *t)
{
  return t->woken;
}

EXPORT int
pthread_barrier_init (pthread_barrier_t *restrict b, const pthread_barrierattr_t *restrict attributes, unsigned count)
{
  if (attributes)
    rt_plain (attributes, sizeof *attributes, false, CALLER);
  if (!count || count > INT_MAX)
    return EINVAL;
  if (op_change (b, NATIVE_INIT, CALLER))
    op_check_unwaited (b, "init of a barrier");
  *state_of (b) = (struct state) {.wanted = count};
  return 0;
}

static bool
is_in (const struct rt_thread *t, const pthread_barrier_t *b)
{
  return t->state == RT_ALIVE && t->condition == b && !t->woken;
}

/* The virtual time of all becomes that of the latest. */
static void
open_barrier (struct rt_thread *t, pthread_barrier_t *b)
{
  size_t opened = rt->step.exec.nreleased;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    if (is_in (other, b) && t->time < other->time)
      t->time = other->time;
  }
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    if (!is_in (other, b))
      continue;
    assert (other->op.kind == NATIVE_PASS && other->object == b);
    other->woken = true;
    other->time = t->time;
    op_released (other->id);
  }
  assert (rt->step.exec.nreleased - opened + 1 == state_of (b)->wanted);
  (void) opened;
  state_of (b)->arrived = 0;
}

EXPORT int
pthread_barrier_wait (pthread_barrier_t *b)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = op_change (b, NATIVE_ARRIVE, pc);
  if (!t)
    rt_unsupported ("pthread_barrier_wait before main");
  struct state *s = state_of (b);
  if (!s->wanted)
    rt_fail (FINDING_API_MISUSE, "wait at a barrier that was not initialised, or was destroyed");
  race_acquire (b);
  race_release (b);
  assert (s->arrived < s->wanted && !t->condition);
  if (++s->arrived == s->wanted) {
    open_barrier (t, b);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  t->condition = b;
  t->woken = false;
  op_go_on (NATIVE_PASS, pc);
  t->object = b;
  t->ready = let_through;
  op_may_leave (t, b);
  rt_announce (t);
  assert (t->woken && (!t->condition || t->condition == b));
  op_leave (t);
  return 0;
}

EXPORT int
pthread_barrier_destroy (pthread_barrier_t *b)
{
  if (!op_destroy_waited (b, CALLER))
    return 0;
  if (state_of (b)->arrived)
    rt_fail (FINDING_API_MISUSE, "destroy of a barrier where %u thread%s", state_of (b)->arrived, state_of (b)->arrived == 1 ? " waits" : "s wait");
  state_of (b)->wanted = 0;
  return 0;
}
