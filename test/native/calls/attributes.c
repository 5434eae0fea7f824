/* Attributes: what can be set, what is read back, and what a thread is made of it. */

#include "say.h"

#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define SAY_SET(object, what, type, value)                          \
  do {                                                              \
    type back_ = (type) 77;                                         \
    printf ("%s %s ", #what, #value);                               \
    SAY (pthread_##object##_set##what (&o, (type) (value)));        \
    SAY (pthread_##object##_get##what (&o, &back_));                \
    SAY (back_);                                                    \
  } while (0)

static void
say_of_threads (void)
{
  static char memory[1 << 16] __attribute__ ((aligned (4096)));
  static const int values[] = {0, 1, 2, 3, -1, 77};
  pthread_attr_t o;
  struct sched_param p = {.sched_priority = 5}, got = {0};
  void *at = NULL;
  size_t bytes = 0;
  cpu_set_t set;
  sigset_t mask, back;
  SAY (pthread_attr_init (&o));
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    SAY_SET (attr, detachstate, int, values[i]);
    SAY_SET (attr, inheritsched, int, values[i]);
    SAY_SET (attr, schedpolicy, int, values[i]);
    SAY_SET (attr, scope, int, values[i]);
  }
  SAY_SET (attr, guardsize, size_t, 0);
  SAY_SET (attr, guardsize, size_t, 5000);
  SAY_SET (attr, stacksize, size_t, 0);
  SAY_SET (attr, stacksize, size_t, PTHREAD_STACK_MIN - 1);
  SAY_SET (attr, stacksize, size_t, 1 << 20);
  SAY (pthread_attr_setschedpolicy (&o, SCHED_FIFO));
  SAY (pthread_attr_setschedparam (&o, &p));
  SAY (pthread_attr_getschedparam (&o, &got));
  SAY (got.sched_priority);
  p.sched_priority = 1000;
  SAY (pthread_attr_setschedparam (&o, &p));
  SAY (pthread_attr_setstack (&o, memory, 100));
  SAY (pthread_attr_setstack (&o, memory, sizeof memory));
  SAY (pthread_attr_getstack (&o, &at, &bytes));
  SAY (at == memory && bytes == sizeof memory);
  memset (&set, 0, sizeof set);
  CPU_SET (1, &set);
  SAY (pthread_attr_setaffinity_np (&o, sizeof set, &set));
  memset (&set, 0, sizeof set);
  SAY (pthread_attr_getaffinity_np (&o, sizeof set, &set));
  SAY (CPU_COUNT (&set) == 1 && CPU_ISSET (1, &set));
  SAY (pthread_attr_getsigmask_np (&o, &back));
  sigemptyset (&mask);
  sigaddset (&mask, SIGUSR1);
  SAY (pthread_attr_setsigmask_np (&o, &mask));
  SAY (pthread_attr_getsigmask_np (&o, &back));
  SAY (sigismember (&back, SIGUSR1) == 1 && !sigismember (&back, SIGUSR2));
  SAY (pthread_attr_destroy (&o));
}

static void
say_of_mutexes (void)
{
  static const int values[] = {0, 1, 2, 3, -1, 77};
  pthread_mutexattr_t o;
  pthread_mutex_t m;
  int old = 77;
  SAY (pthread_mutexattr_init (&o));
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    SAY_SET (mutexattr, type, int, values[i]);
    SAY_SET (mutexattr, pshared, int, values[i]);
    SAY_SET (mutexattr, protocol, int, values[i]);
    SAY_SET (mutexattr, prioceiling, int, values[i]);
    if (values[i] != PTHREAD_MUTEX_ROBUST)
      SAY_SET (mutexattr, robust, int, values[i]);
  }
  SAY (pthread_mutexattr_setprotocol (&o, PTHREAD_PRIO_INHERIT));
  SAY (pthread_mutexattr_settype (&o, PTHREAD_MUTEX_RECURSIVE));
  SAY (pthread_mutex_init (&m, &o));
  SAY (pthread_mutex_lock (&m));
  SAY (pthread_mutex_lock (&m));
  SAY (pthread_mutex_unlock (&m));
  SAY (pthread_mutex_unlock (&m));
  SAY (pthread_mutex_unlock (&m));
  SAY (pthread_mutex_getprioceiling (&m, &old));
  SAY (pthread_mutex_setprioceiling (&m, 5, &old));
  SAY (old);
  SAY (pthread_mutex_consistent (&m));
  SAY (pthread_mutex_destroy (&m));
  SAY (pthread_mutexattr_destroy (&o));
}

static void
say_of_others (void)
{
  static const int values[] = {0, 1, 2, 3, 4, 7, -1, 77};
  pthread_condattr_t c;
  pthread_rwlockattr_t l;
  pthread_barrierattr_t b;
  SAY (pthread_condattr_init (&c));
  SAY (pthread_rwlockattr_init (&l));
  SAY (pthread_barrierattr_init (&b));
#define o c
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    SAY_SET (condattr, pshared, int, values[i]);
    SAY_SET (condattr, clock, clockid_t, values[i]);
  }
#undef o
#define o l
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    SAY_SET (rwlockattr, pshared, int, values[i]);
    SAY_SET (rwlockattr, kind_np, int, values[i]);
  }
#undef o
#define o b
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    SAY_SET (barrierattr, pshared, int, values[i]);
#undef o
  SAY (pthread_condattr_destroy (&c));
  SAY (pthread_rwlockattr_destroy (&l));
  SAY (pthread_barrierattr_destroy (&b));
}

/* ---- what a thread is made of them ---- */

static void *
say_made (void *unused)
{
  sigset_t mask;
  cpu_set_t set;
  struct sched_param p;
  sched_getparam (0, &p);
  sched_getaffinity (0, sizeof set, &set);
  pthread_sigmask (SIG_SETMASK, NULL, &mask);
  SAY (sched_getscheduler (0));
  SAY (p.sched_priority);
  SAY (CPU_COUNT (&set));
  SAY (sigismember (&mask, SIGUSR1));
  SAY (sigismember (&mask, SIGUSR2));
  return unused;
}

static void
say_run (const pthread_attr_t *o)
{
  pthread_t t = 0;
  int error = pthread_create (&t, o, say_made, NULL);
  if (!error)
    pthread_join (t, NULL);
  printf ("created: %s\n", error ? strerrorname_np (error) : "yes");
}

static void
say_creation (void)
{
  pthread_attr_t o;
  cpu_set_t set, none;
  sigset_t mask, old;
  struct sched_param p = {.sched_priority = 0};
  CPU_ZERO (&none);
  CPU_ZERO (&set);
  CPU_SET (1, &set);
  sigemptyset (&mask);
  sigaddset (&mask, SIGUSR2);
  pthread_sigmask (SIG_SETMASK, &mask, &old);
  pthread_attr_init (&o);
  say_run (&o);
  pthread_attr_setaffinity_np (&o, sizeof set, &set);
  pthread_attr_setschedpolicy (&o, SCHED_RR);
  say_run (&o);                 /* not asked for: it inherits */
  pthread_attr_setinheritsched (&o, PTHREAD_EXPLICIT_SCHED);
  say_run (&o);                 /* no priority for this policy */
  p.sched_priority = 0;
  pthread_attr_setschedpolicy (&o, SCHED_OTHER);
  pthread_attr_setschedparam (&o, &p);
  sigemptyset (&mask);
  sigaddset (&mask, SIGUSR1);
  pthread_attr_setsigmask_np (&o, &mask);
  say_run (&o);
  pthread_attr_setaffinity_np (&o, sizeof none, &none);
  say_run (&o);
  pthread_attr_destroy (&o);
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

static void *
say_itself (void *unused)
{
  pthread_attr_t o;
  void *at;
  size_t bytes;
  int state = 77;
  cpu_set_t set;
  SAY (pthread_getattr_np (pthread_self (), &o));
  SAY (pthread_attr_getstack (&o, &at, &bytes));
  SAY ((uintptr_t) &o - (uintptr_t) at < bytes);
  SAY (bytes >= 1 << 17);
  SAY (pthread_attr_getdetachstate (&o, &state));
  SAY (state);
  SAY (pthread_attr_getaffinity_np (&o, sizeof set, &set));
  SAY (CPU_COUNT (&set) > 0);
  SAY (pthread_attr_destroy (&o));
  return unused;
}

void
say_attributes (void)
{
  pthread_t t;
  pthread_attr_t o;
  say_of_threads ();
  say_of_mutexes ();
  say_of_others ();
  say_creation ();
  say_itself (NULL);
  pthread_attr_init (&o);
  pthread_attr_setstacksize (&o, 1 << 18);
  pthread_create (&t, &o, say_itself, NULL);
  pthread_join (t, NULL);
  SAY (pthread_getattr_default_np (&o));
}
