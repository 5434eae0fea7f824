/* The process and its surroundings: numbers that are the same in every run,
 * requests that change nothing here, and what is not supported, by name. */

#include "native/runtime/rt.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- numbers ---- */

#define PROCESS 4242

static bool
is_watched (void)
{
  return rt && rt->current;
}

pid_t
getpid (void)
{
  return PROCESS;
}

pid_t
getppid (void)
{
  return PROCESS - 1;
}

pid_t
gettid (void)
{
  return PROCESS + (is_watched () ? (pid_t) rt->current->id : 0);
}

/* On one processor: a program that asks starts as few threads as possible. */
int
sched_getcpu (void)
{
  return 0;
}

/* ---- requests without consequences: priorities, names, places ---- */

#define IGNORED(name, parameters)      \
  int name parameters;                 \
  int name parameters { return 0; }

/* The parameters are not named in a prototype only. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
IGNORED (pthread_setschedprio, (pthread_t t, int priority))
IGNORED (pthread_setconcurrency, (int level))
IGNORED (pthread_mutex_consistent, (pthread_mutex_t *m))
IGNORED (pthread_atfork, (void (*before) (void), void (*parent) (void), void (*child) (void)))
IGNORED (__register_atfork, (void (*before) (void), void (*parent) (void), void (*child) (void), void *module))
#pragma GCC diagnostic pop

int
pthread_setaffinity_np (pthread_t thread, size_t bytes, const cpu_set_t *set)
{
  (void) thread;
  rt_plain (set, bytes, false, CALLER);
  return 0;
}

int
pthread_setschedparam (pthread_t thread, int policy, const struct sched_param *p)
{
  (void) thread, (void) policy;
  rt_plain (p, sizeof *p, false, CALLER);
  return 0;
}

/* No mutex has a ceiling here. */
int
pthread_mutex_setprioceiling (pthread_mutex_t *restrict m, int ceiling, int *restrict old)
{
  (void) m, (void) ceiling, (void) old;
  return EINVAL;
}

int
pthread_getschedparam (pthread_t thread, int *restrict policy, struct sched_param *restrict p)
{
  (void) thread;
  rt_plain (policy, sizeof *policy, true, CALLER);
  rt_plain (p, sizeof *p, true, CALLER);
  *policy = SCHED_OTHER;
  p->sched_priority = 0;
  return 0;
}

int
pthread_getaffinity_np (pthread_t thread, size_t bytes, cpu_set_t *set)
{
  (void) thread;
  rt_plain (set, bytes, true, CALLER);
  return sched_getaffinity (0, bytes, set) ? errno : 0;
}

int
pthread_getcpuclockid (pthread_t thread, clockid_t *clock)
{
  (void) thread;
  rt_plain (clock, sizeof *clock, true, CALLER);
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}

/* ---- requests with something to give back ---- */

int
sigaltstack (const stack_t *restrict stack, stack_t *restrict old)
{
  if (stack)
    rt_plain (stack, sizeof *stack, false, CALLER);
  if (old) {
    rt_plain (old, sizeof *old, true, CALLER);
    *old = (stack_t) {.ss_flags = SS_DISABLE};
  }
  return 0;
}

/* ---- what is not supported ---- */

#define UNSUPPORTED(type, name, parameters)      \
  type name parameters;                          \
  type name parameters                           \
  {                                              \
    if (is_watched ())                           \
      rt->failure.pc = CALLER;                   \
    rt_unsupported (#name);                      \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
UNSUPPORTED (int, pthread_sigqueue, (pthread_t t, int number, const union sigval value))
UNSUPPORTED (int, pthread_mutexattr_setrobust, (pthread_mutexattr_t *a, int robust))
UNSUPPORTED (int, pthread_getattr_np, (pthread_t t, pthread_attr_t *a))
UNSUPPORTED (int, sigqueue, (pid_t process, int number, const union sigval value))
UNSUPPORTED (int, killpg, (pid_t group, int number))
UNSUPPORTED (useconds_t, ualarm, (useconds_t time, useconds_t interval))
UNSUPPORTED (int, tgkill, (pid_t process, pid_t thread, int number))
UNSUPPORTED (int, sighold, (int number))
UNSUPPORTED (int, sigrelse, (int number))
UNSUPPORTED (int, sigignore, (int number))
UNSUPPORTED (__sighandler_t, sigset, (int number, __sighandler_t handler))
UNSUPPORTED (int, sigblock, (int mask))
UNSUPPORTED (int, sigsetmask, (int mask))
UNSUPPORTED (int, siggetmask, (void))
UNSUPPORTED (int, sigpause, (int mask))
UNSUPPORTED (int, signalfd, (int fd, const sigset_t *set, int flags))
UNSUPPORTED (int, pthread_mutex_getprioceiling, (const pthread_mutex_t *restrict m, int *restrict ceiling))
UNSUPPORTED (int, clock_settime, (clockid_t c, const struct timespec *t))
UNSUPPORTED (int, settimeofday, (const struct timeval *t, const struct timezone *zone))
UNSUPPORTED (int, adjtime, (const struct timeval *by, struct timeval *left))
UNSUPPORTED (ssize_t, tee, (int from, int to, size_t bytes, unsigned flags))
UNSUPPORTED (ssize_t, vmsplice, (int to, const struct iovec *from, size_t count, unsigned flags))
UNSUPPORTED (void, closefrom, (int first))
UNSUPPORTED (int, close_range, (unsigned first, unsigned last, int flags))
UNSUPPORTED (int, timer_create, (clockid_t c, struct sigevent *restrict e, timer_t *restrict t))
UNSUPPORTED (pid_t, fork, (void))
UNSUPPORTED (pid_t, vfork, (void))
UNSUPPORTED (int, clone, (int (*f) (void *), void *stack, int flags, void *a, ...))
UNSUPPORTED (int, daemon, (int a, int b))
UNSUPPORTED (int, system, (const char *command))
UNSUPPORTED (FILE *, popen, (const char *command, const char *mode))
UNSUPPORTED (int, posix_spawn, (pid_t *restrict p, const char *restrict path, const posix_spawn_file_actions_t *restrict f,
                                const posix_spawnattr_t *restrict a, char *const v[restrict], char *const e[restrict]))
UNSUPPORTED (int, posix_spawnp, (pid_t *restrict p, const char *restrict path, const posix_spawn_file_actions_t *restrict f,
                                 const posix_spawnattr_t *restrict a, char *const v[restrict], char *const e[restrict]))
UNSUPPORTED (int, execve, (const char *path, char *const v[], char *const e[]))
UNSUPPORTED (int, execv, (const char *path, char *const v[]))
UNSUPPORTED (int, execvp, (const char *path, char *const v[]))
UNSUPPORTED (int, execl, (const char *path, const char *a, ...))
UNSUPPORTED (int, execlp, (const char *path, const char *a, ...))
UNSUPPORTED (int, execle, (const char *path, const char *a, ...))
UNSUPPORTED (int, execvpe, (const char *path, char *const v[], char *const e[]))
UNSUPPORTED (int, execveat, (int folder, const char *path, char *const v[], char *const e[], int flags))
UNSUPPORTED (int, fexecve, (int file, char *const v[], char *const e[]))
UNSUPPORTED (pid_t, _Fork, (void))
UNSUPPORTED (pid_t, wait, (int *status))
UNSUPPORTED (pid_t, waitpid, (pid_t p, int *status, int options))
UNSUPPORTED (int, getcontext, (void *context))
UNSUPPORTED (void, makecontext, (void *context, void (*f) (void), int n, ...))
UNSUPPORTED (int, swapcontext, (void *restrict old, const void *restrict new))
UNSUPPORTED (void *, sbrk, (intptr_t bytes))
UNSUPPORTED (int, brk, (void *end))
#pragma GCC diagnostic pop

/* Libraries of libc's own come in at run time too, before main. */
void *
dlopen (const char *path, int mode)
{
  if (is_watched ()) {
    rt->failure.pc = CALLER;
    rt_unsupported ("dlopen");
  }
  void *(*real) (const char *, int);
  *(void **) &real = dlsym (RTLD_NEXT, "dlopen");
  return real (path, mode);
}
