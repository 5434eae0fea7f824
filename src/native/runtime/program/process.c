/* The process: ids that are the same in every run, and functions that are not
 * supported. */

#include "native/runtime/core/rt.h"

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

#include "native/runtime/sync/schedule.h"

/* ---- ids ---- */

#define PROCESS 4242

static bool
is_watched (void)
{
  return rt && rt->current;
}

EXPORT pid_t
getpid (void)
{
  return PROCESS;
}

EXPORT pid_t
getppid (void)
{
  return PROCESS - 1;
}

EXPORT pid_t
gettid (void)
{
  return PROCESS + (is_watched () ? (pid_t) rt->current->id : 0);
}

struct rt_thread *
process_thread (pid_t number)
{
  uint32_t id = (uint32_t) (number - PROCESS);
  if (!number)
    return rt->current;
  return number >= PROCESS && id < rt->nthreads && rt->threads[id].state != RT_ABSENT ? &rt->threads[id] : NULL;
}

/* ---- user, group and session of the process: they can be read, and not changed ---- */

static pid_t
own_number (pid_t number)
{
  return number == PROCESS ? 0 : number;
}

#define REAL(type, name, parameters) type (*real) parameters; *(void **) &real = dlsym (RTLD_NEXT, #name)

EXPORT pid_t
getpgid (pid_t number)
{
  REAL (pid_t, getpgid, (pid_t));
  return real (own_number (number));
}

EXPORT pid_t
getsid (pid_t number)
{
  REAL (pid_t, getsid, (pid_t));
  return real (own_number (number));
}

static void
stays (bool is_same, const char *name, uint64_t pc)
{
  if (is_same || !is_watched ())
    return;
  rt->failure.pc = pc;
  rt_unsupported (name);
}

#define STAYS(name, type, now)                    \
  EXPORT int name (type id)                       \
  {                                               \
    stays (id == now (), #name, CALLER);          \
    if (is_watched ())                            \
      return 0;                                   \
    REAL (int, name, (type));                     \
    return real (id);                             \
  }

STAYS (setuid, uid_t, geteuid)
STAYS (seteuid, uid_t, geteuid)
STAYS (setgid, gid_t, getegid)
STAYS (setegid, gid_t, getegid)

/* ---- forks, which are not supported: their handlers are never called ---- */

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
EXPORT int
pthread_atfork (void (*before) (void), void (*parent) (void), void (*child) (void))
{
  return 0;
}

int __register_atfork (void (*) (void), void (*) (void), void (*) (void), void *);
EXPORT int
__register_atfork (void (*before) (void), void (*parent) (void), void (*child) (void), void *module)
{
  return 0;
}
#pragma GCC diagnostic pop

/* ---- functions that are not supported ---- */

#define UNSUPPORTED(type, name, parameters)      \
  type name parameters;                          \
  EXPORT type name parameters                    \
  {                                              \
    if (is_watched ())                           \
      rt->failure.pc = CALLER;                   \
    rt_unsupported (#name);                      \
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
UNSUPPORTED (int, pthread_sigqueue, (pthread_t t, int number, const union sigval value))
UNSUPPORTED (int, setpgid, (pid_t process, pid_t group))
UNSUPPORTED (pid_t, setsid, (void))
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

/* Before main libc itself may call it. */
EXPORT void *
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
