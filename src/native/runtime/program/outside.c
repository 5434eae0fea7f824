/* Sockets and other kernel objects, which a snapshot cannot restore. The first call
 * that makes one restarts the exploration with a process for each execution
 * (forked.c). Their descriptors are moved to a range of their own (files.h).
 *
 * Communication of threads through them is not modelled: if a thread other than the
 * first makes or reads one, the verdict is not ok. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>

#include "native/runtime/core/sys.h"

static void *
real (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

void
outside_leave (const char *function)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  if (rt->orders.mode != WIRE_REPLAY && !rt->forked.active)
    forked_start ();
  if (t->id)
    rt_partial ("%s by a thread other than main: what threads do outside of the program is not ordered by the exploration", function);
}

int
outside_moved (long fd)
{
  if (fd < 0 || !files_has ((int) fd))
    return (int) fd;
  long high = sys_fcntl ((int) fd, F_DUPFD_CLOEXEC, FILES_KERNEL);
  sys_close ((int) fd);
  assert (high < 0 || !files_has ((int) high));
  return (int) files_result (high);
}

/* A read consumes the input, which cannot be restored. */
ssize_t
outside_read (int fd, void *to, size_t bytes, uint64_t pc)
{
  if (rt && rt->current) {
    outside_leave ("read");
    rt_plain (to, bytes, true, pc);
  }
  return files_result (sys_read (fd, to, bytes));
}

/* Functions that make a descriptor. */
#define OUTSIDE(name, parameters, arguments)         \
  int name parameters;                               \
  EXPORT int name parameters                         \
  {                                                  \
    if (!rt)                                         \
      constructors_wanted ();                        \
    outside_leave (#name);                           \
    int (*f) parameters;                             \
    *(void **) &f = real (#name);                    \
    return outside_moved (f arguments);              \
  }

OUTSIDE (socket, (int family, int type, int protocol), (family, type, protocol))
OUTSIDE (accept, (int fd, __SOCKADDR_ARG to, socklen_t *restrict bytes), (fd, to, bytes))
OUTSIDE (accept4, (int fd, __SOCKADDR_ARG to, socklen_t *restrict bytes, int flags), (fd, to, bytes, flags))
OUTSIDE (epoll_create, (int size), (size))
OUTSIDE (epoll_create1, (int flags), (flags))
OUTSIDE (timerfd_create, (int clock, int flags), (clock, flags))
OUTSIDE (inotify_init, (void), ())
OUTSIDE (inotify_init1, (int flags), (flags))
OUTSIDE (memfd_create, (const char *title, unsigned flags), (title, flags))
