/* threads.h of C11: the functions of pthreads under other names. */

#ifndef __NO_INLINE__
#define __NO_INLINE__             /* or threads.h defines thrd_equal, which is ours to define */
#endif
#include "native/runtime/core/rt.h"

#include <errno.h>
#include <stdint.h>
#include <threads.h>

#include "native/runtime/memory/reuse.h"
#include "native/runtime/sync/sync.h"

_Static_assert (sizeof (mtx_t) == sizeof (pthread_mutex_t) && sizeof (cnd_t) == sizeof (pthread_cond_t), "glibc's are the same");

static int
result_of (int error)
{
  return error == 0           ? thrd_success
         : error == EBUSY     ? thrd_busy
         : error == ETIMEDOUT ? thrd_timedout
         : error == ENOMEM    ? thrd_nomem
                              : thrd_error;
}

static pthread_mutex_t *
mutex_of (mtx_t *m)
{
  return (pthread_mutex_t *) (void *) m;
}

static pthread_cond_t *
condition_of (cnd_t *c)
{
  return (pthread_cond_t *) (void *) c;
}

/* ---- threads: an int result is returned as a pointer ---- */

EXPORT int
thrd_create (thrd_t *thread, thrd_start_t routine, void *argument)
{
  union { thrd_start_t c11; void *(*posix) (void *); } as = {.c11 = routine};
  return result_of (thread_create (thread, as.posix, argument, NULL, CALLER));
}

EXPORT int
thrd_join (thrd_t thread, int *result)
{
  void *value = NULL;
  int error = thread_join (thread, &value, CALLER);
  if (!error && result) {
    rt_plain (result, sizeof *result, true, CALLER);
    *result = (int) (intptr_t) value;
  }
  return result_of (error);
}

EXPORT int
thrd_detach (thrd_t thread)
{
  return result_of (thread_detach (thread, CALLER));
}

EXPORT void
thrd_exit (int result)
{
  pthread_exit ((void *) (intptr_t) result);
}

EXPORT thrd_t
thrd_current (void)
{
  return pthread_self ();
}

EXPORT int
thrd_equal (thrd_t a, thrd_t b)
{
  reuse_ids_compared (a, b);
  return a == b;
}

/* ---- mutexes and condition variables ---- */

EXPORT int
mtx_init (mtx_t *m, int type)
{
  return result_of (mutex_init (mutex_of (m), type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL, CALLER));
}

EXPORT int
mtx_lock (mtx_t *m)
{
  return result_of (mutex_lock (mutex_of (m), CALLER));
}

EXPORT int
mtx_trylock (mtx_t *m)
{
  return result_of (mutex_trylock (mutex_of (m), CALLER));
}

EXPORT int
mtx_timedlock (mtx_t *restrict m, const struct timespec *restrict until)
{
  return result_of (mutex_timedlock (mutex_of (m), until, CALLER));
}

EXPORT int
mtx_unlock (mtx_t *m)
{
  return result_of (mutex_unlock (mutex_of (m), CALLER));
}

EXPORT void
mtx_destroy (mtx_t *m)
{
  mutex_destroy (mutex_of (m), CALLER);
}

EXPORT int
cnd_init (cnd_t *c)
{
  return result_of (condition_init (condition_of (c), CALLER));
}

EXPORT int
cnd_wait (cnd_t *c, mtx_t *m)
{
  return result_of (condition_wait (condition_of (c), mutex_of (m), CALLER));
}

EXPORT int
cnd_timedwait (cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict until)
{
  return result_of (condition_timedwait (condition_of (c), mutex_of (m), until, CALLER));
}

EXPORT int
cnd_signal (cnd_t *c)
{
  return result_of (condition_signal (condition_of (c), CALLER));
}

EXPORT int
cnd_broadcast (cnd_t *c)
{
  return result_of (condition_broadcast (condition_of (c), CALLER));
}

EXPORT void
cnd_destroy (cnd_t *c)
{
  condition_destroy (condition_of (c), CALLER);
}

/* ---- thread-specific storage and once ---- */

EXPORT int
tss_create (tss_t *key, tss_dtor_t destroy)
{
  return result_of (key_create (key, destroy, CALLER));
}

EXPORT void
tss_delete (tss_t key)
{
  key_delete (key, CALLER);
}

EXPORT void *
tss_get (tss_t key)
{
  return pthread_getspecific (key);
}

EXPORT int
tss_set (tss_t key, void *value)
{
  return result_of (pthread_setspecific (key, value));
}

EXPORT void
call_once (once_flag *once, void (*routine) (void))
{
  once_run (&once->__data, routine, CALLER);
}
