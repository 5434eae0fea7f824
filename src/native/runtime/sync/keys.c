/* Thread-specific data and pthread_once. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>

#include "native/runtime/sync/sync.h"

struct key { bool used; void (*destroy) (void *); };

/* In the program's memory, so that constructors can create keys. */
static struct key keys[RT_KEYS];
static unsigned nkeys;            /* all keys in use have smaller numbers */

static void *early[RT_KEYS];      /* values that constructors have set for the first thread */

unsigned
rt_keys (void)
{
  return nkeys;
}

/* Keys are numbered in the order of creation, so two creations are dependent. */
static void
announce_key (uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_KEY, pc);
  if (!t)
    return;
  op_touch (t, keys, ACCESS_WRITE);
  rt_announce (t);
  spin_broken (t);
}

int
key_create (unsigned *key, void (*destroy) (void *), uint64_t pc)
{
  announce_key (pc);
  unsigned made = 0;
  while (made < nkeys && keys[made].used)
    made++;
  assert (made <= nkeys && nkeys <= RT_KEYS);
  if (made == RT_KEYS)
    return EAGAIN;
  for (thread_id t = 0; rt && t < rt->nthreads; t++)
    rt->threads[t].values[made] = NULL;
  early[made] = NULL;
  keys[made] = (struct key) {true, destroy};
  nkeys += made == nkeys;
  rt_plain (key, sizeof *key, true, pc);
  *key = made;
  return 0;
}

int
key_delete (unsigned key, uint64_t pc)
{
  announce_key (pc);
  if (key >= RT_KEYS || !keys[key].used)
    return EINVAL;
  keys[key].used = false;
  return 0;
}

EXPORT int
pthread_key_create (pthread_key_t *key, void (*destroy) (void *))
{
  return key_create (key, destroy, CALLER);
}

EXPORT int
pthread_key_delete (pthread_key_t key)
{
  return key_delete (key, CALLER);
}

EXPORT void *
pthread_getspecific (pthread_key_t key)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  return key < RT_KEYS && keys[key].used ? (t ? t->values : early)[key] : NULL;
}

EXPORT int
pthread_setspecific (pthread_key_t key, const void *value)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (key >= RT_KEYS || !keys[key].used)
    return EINVAL;
  if (!t) {
    early[key] = (void *) value;
    return 0;
  }
  trial_stop ();
  t->values[key] = (void *) value;
  spin_broken (t);
  return 0;
}

void
keys_start (struct rt_thread *t)
{
  assert (!t->id && nkeys <= RT_KEYS);
  rt_memcpy (t->values, early, nkeys * sizeof *early);
}

void
rt_run_destructors (struct rt_thread *t)
{
  bool again = true;
  for (int round = 0; again && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
    again = false;
    for (unsigned i = 0; i < nkeys; i++) {
      void *value = t->values[i];
      if (!value || !keys[i].used || !keys[i].destroy)
        continue;
      t->values[i] = NULL;
      keys[i].destroy (value);
      again = true;
    }
  }
}

/* ---- once ---- */

enum { ONCE_FRESH, ONCE_RUNNING, ONCE_DONE = 2 };

static bool
once_not_running (struct rt_thread *t)
{
  return *(const int *) t->object != ONCE_RUNNING;
}

struct once { int *state; uint64_t pc; int result; };

/* If an exception leaves the routine the next caller runs it again. */
static void
once_finish (struct once *o)
{
  struct rt_thread *t = op_begin (NATIVE_ONCE, o->pc);
  assert (*o->state == ONCE_RUNNING && (o->result == ONCE_DONE || o->result == ONCE_FRESH));
  op_touch (t, o->state, ACCESS_UNLOCK);
  rt_announce (t);
  *o->state = o->result;
  race_release (o->state);
}

static void
once_routine (int *state, void (*routine) (void), uint64_t pc)
{
  struct once o __attribute__ ((cleanup (once_finish))) = {state, pc, ONCE_FRESH};
  *state = ONCE_RUNNING;
  routine ();
  o.result = ONCE_DONE;
}

/* The first caller runs the routine; the others wait until it has returned. */
int
once_run (int *once, void (*routine) (void), uint64_t pc)
{
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
  op_may_do_less (t);
  rt_announce (t);
  race_acquire (once);
  spin_broken (t);
  if (*once == ONCE_DONE) {
    op_shares ();
    return 0;
  }
  assert (*once == ONCE_FRESH);
  once_routine (once, routine, pc);
  assert (*once == ONCE_DONE);
  return 0;
}

EXPORT int
pthread_once (pthread_once_t *once, void (*routine) (void))
{
  return once_run (once, routine, CALLER);
}
