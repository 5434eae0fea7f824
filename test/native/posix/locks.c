/* Mutexes, read-write locks, condition variables, semaphores, barriers, once, spin locks, keys. */

#include "script.h"

#include <limits.h>

static void
count_once (void)
{
  __atomic_fetch_add (&mine->ran, 1, __ATOMIC_SEQ_CST);
}

static int
do_mutex (struct worker *w, int me, pthread_mutex_t *m)
{
  int *held = &w->object->held[me], result = UNKNOWN_CALL;
  if (is_call (w, "lock"))
    result = pthread_mutex_lock (m);
  else if (is_call (w, "trylock"))
    result = pthread_mutex_trylock (m);
  else if (is_call (w, "timedlock"))
    result = pthread_mutex_timedlock (m, &past);
  else if (is_call (w, "badlock"))
    result = pthread_mutex_timedlock (m, &bad);
  else if (is_call (w, "clocklock"))
    result = pthread_mutex_clocklock (m, CLOCK_MONOTONIC, &past);
  else if (is_call (w, "unlock")) {
    if (w->object->is_normal && !*held)
      return SKIPPED;
    result = pthread_mutex_unlock (m);
    *held -= !result;
    return result;
  }
  *held += !result;
  return result;
}

static int
do_rwlock (struct worker *w, int me, pthread_rwlock_t *l)
{
  int *held = &w->object->held[me], result = UNKNOWN_CALL;
  bool write = strstr (w->call, "wr");
  if (is_call (w, "rdlock"))
    result = pthread_rwlock_rdlock (l);
  else if (is_call (w, "wrlock"))
    result = pthread_rwlock_wrlock (l);
  else if (is_call (w, "tryrdlock"))
    result = pthread_rwlock_tryrdlock (l);
  else if (is_call (w, "trywrlock"))
    result = pthread_rwlock_trywrlock (l);
  else if (is_call (w, "timedrdlock"))
    result = pthread_rwlock_timedrdlock (l, &past);
  else if (is_call (w, "timedwrlock"))
    result = pthread_rwlock_timedwrlock (l, &past);
  else if (is_call (w, "badrdlock"))
    result = pthread_rwlock_timedrdlock (l, &bad);
  else if (is_call (w, "badwrlock"))
    result = pthread_rwlock_timedwrlock (l, &bad);
  else if (is_call (w, "unlock")) {
    if (!*held)
      return SKIPPED;
    result = pthread_rwlock_unlock (l);
    *held = *held >= 1000 ? 0 : *held - 1;
    return result;
  }
  if (!result)
    *held += write ? 1000 : 1;
  return result;
}

static int
do_cond (struct worker *w, int me, pthread_cond_t *c)
{
  if (is_call (w, "signal"))
    return pthread_cond_signal (c);
  if (is_call (w, "broadcast"))
    return pthread_cond_broadcast (c);
  if (!w->second || !w->second->held[me])
    return SKIPPED;
  if (is_call (w, "wait"))
    return pthread_cond_wait (c, &w->second->mutex);
  if (is_call (w, "timedwait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &past);
  if (is_call (w, "badwait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &bad);
  if (is_call (w, "negativewait"))
    return pthread_cond_timedwait (c, &w->second->mutex, &negative);
  return UNKNOWN_CALL;
}

static int
do_sem (struct worker *w, sem_t *s)
{
  int value = -1;
  if (is_call (w, "wait"))
    return of_errno (sem_wait (s));
  if (is_call (w, "trywait"))
    return of_errno (sem_trywait (s));
  if (is_call (w, "timedwait"))
    return of_errno (sem_timedwait (s, &past));
  if (is_call (w, "badwait"))
    return of_errno (sem_timedwait (s, &bad));
  if (is_call (w, "post"))
    return of_errno (sem_post (s));
  if (is_call (w, "value"))
    return sem_getvalue (s, &value) ? errno : VALUE + value % 10000;
  return UNKNOWN_CALL;
}

static int
do_other (struct worker *w, int me, struct object *o)
{
  if (o->kind == BARRIER)
    return pthread_barrier_wait (&o->barrier);
  if (o->kind == ONCE) {
    int result = pthread_once (&o->once, count_once);
    return result ? result : VALUE + GET (mine->ran);
  }
  if (o->kind == SPIN) {
    int result = UNKNOWN_CALL;
    if (is_call (w, "trylock"))
      result = pthread_spin_trylock (&o->spin);
    else if (is_call (w, "unlock"))
      return o->held[me] ? o->held[me] = 0, pthread_spin_unlock (&o->spin) : SKIPPED;
    o->held[me] |= !result;
    return result;
  }
  if (is_call (w, "set"))
    return pthread_setspecific (o->key, (void *) (long) w->argument);
  if (is_call (w, "get"))
    return VALUE + (int) (long) pthread_getspecific (o->key);
  if (is_call (w, "delete"))
    return pthread_key_delete (o->key);
  return UNKNOWN_CALL;
}

int
do_lock (struct worker *w, int me)
{
  struct object *o = w->object;
  switch (o->kind) {
  case MUTEX: return do_mutex (w, me, &o->mutex);
  case RWLOCK: return do_rwlock (w, me, &o->rwlock);
  case COND: return do_cond (w, me, &o->cond);
  case SEM: return do_sem (w, &o->sem);
  default: return do_other (w, me, o);
  }
}

/* ---- objects ---- */

static bool
make_mutex (struct object *o, const char *type)
{
  static const struct { const char *name; int kind; } types[] = {
    {"normal", PTHREAD_MUTEX_NORMAL}, {"recursive", PTHREAD_MUTEX_RECURSIVE}, {"errorcheck", PTHREAD_MUTEX_ERRORCHECK}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcmp (type, types[i].name)) {
      pthread_mutexattr_t a;
      pthread_mutexattr_init (&a);
      pthread_mutexattr_settype (&a, types[i].kind);
      o->kind = MUTEX;
      o->is_normal = types[i].kind == PTHREAD_MUTEX_NORMAL;
      return pthread_mutex_init (&o->mutex, &a) == 0;
    }
  return false;
}

bool
make_lock (struct object *o, const char *type, int n)
{
  if (make_mutex (o, type))
    return true;
  if (!strcmp (type, "rwlock")) {
    o->kind = RWLOCK;
    return pthread_rwlock_init (&o->rwlock, NULL) == 0;
  }
  if (!strcmp (type, "cond")) {
    o->kind = COND;
    return pthread_cond_init (&o->cond, NULL) == 0;
  }
  if (!strcmp (type, "sem")) {
    o->kind = SEM;
    return sem_init (&o->sem, 0, n < 0 ? SEM_VALUE_MAX : (unsigned) n) == 0;
  }
  if (!strcmp (type, "barrier")) {
    o->kind = BARRIER;
    return pthread_barrier_init (&o->barrier, NULL, (unsigned) n) == 0;
  }
  if (!strcmp (type, "once")) {
    o->kind = ONCE;
    o->once = (pthread_once_t) PTHREAD_ONCE_INIT;
    return true;
  }
  if (!strcmp (type, "spin")) {
    o->kind = SPIN;
    return pthread_spin_init (&o->spin, 0) == 0;
  }
  o->kind = KEY;
  return !strcmp (type, "key") && pthread_key_create (&o->key, NULL) == 0;
}
