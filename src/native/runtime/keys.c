/* Thread-specific data and pthread_once. */

#include "native/runtime/rt.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

void rt_run_destructors (struct rt_thread *);

int
pthread_key_create (pthread_key_t *key, void (*destroy) (void *))
{
  if (!rt || rt->run.nkeys == RT_KEYS)
    return EAGAIN;
  rt->run.keys[rt->run.nkeys] = (struct rt_key) {true, destroy};
  *key = rt->run.nkeys++;
  return 0;
}

int
pthread_key_delete (pthread_key_t key)
{
  if (!rt || key >= RT_KEYS || !rt->run.keys[key].used)
    return EINVAL;
  rt->run.keys[key].used = false;
  for (thread_id i = 0; i < rt->nthreads; i++)
    rt->threads[i].values[key] = NULL;
  return 0;
}

void *
pthread_getspecific (pthread_key_t key)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  return t && key < RT_KEYS ? t->values[key] : NULL;
}

int
pthread_setspecific (pthread_key_t key, const void *value)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t || key >= RT_KEYS || !rt->run.keys[key].used)
    return EINVAL;
  t->values[key] = (void *) value;
  return 0;
}

void
rt_run_destructors (struct rt_thread *t)
{
  bool again = true;
  for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = false;
    for (unsigned i = 0; i < rt->run.nkeys; i++) {
      void *value = t->values[i];
      if (!value || !rt->run.keys[i].used || !rt->run.keys[i].destroy)
        continue;
      t->values[i] = NULL;
      rt->run.keys[i].destroy (value);
      again = true;
    }
  }
}

/* ---- once ---- */

enum { ONCE_FRESH, ONCE_RUNNING, ONCE_DONE = 2 };

static bool
once_not_running (struct rt_thread *t)
{
  return *(const pthread_once_t *) t->object != ONCE_RUNNING;
}

static void
once_finish (pthread_once_t *once, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_ONCE, pc);
  op_touch (t, once, ACCESS_UNLOCK);
  rt_announce (t);
  *once = ONCE_DONE;
  race_release (once);
}

/* Who comes first runs the routine; the others wait until it is done. */
int
pthread_once (pthread_once_t *once, void (*routine) (void))
{
  uint64_t pc = CALLER;
  struct rt_thread *t = op_begin (NATIVE_ONCE, pc);
  if (!t) {
    if (*once == ONCE_FRESH)
      routine ();
    *once = ONCE_DONE;
    return 0;
  }
  t->object = once;
  t->ready = once_not_running;
  op_touch (t, once, ACCESS_LOCK);
  rt_announce (t);
  race_acquire (once);
  if (*once == ONCE_DONE)
    return 0;
  *once = ONCE_RUNNING;
  spin_broken (t);
  routine ();
  once_finish (once, pc);
  return 0;
}
