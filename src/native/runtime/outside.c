/* Files, sockets and other things outside of the program's memory, which no
 * snapshot brings back. The first call that asks for one starts the exploration
 * again with a process for each execution (forked.c).
 *
 * What threads tell each other through files is no operation: when a thread
 * other than the first opens something, the verdict is not ok. */

#include "native/runtime/rt.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *
real (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

static void
leave_memory (const char *function)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    return;
  if (rt->orders.mode != WIRE_REPLAY && !rt->forked)
    forked_start ();
  if (t->id)
    rt_partial ("%s by a thread other than main: what threads do to files is not ordered by the exploration", function);
}

#define OUTSIDE(type, name, parameters, arguments)   \
  type name parameters;                              \
  type name parameters                               \
  {                                                  \
    leave_memory (#name);                            \
    type (*f) parameters;                            \
    *(void **) &f = real (#name);                    \
    return f arguments;                              \
  }

OUTSIDE (FILE *, fopen, (const char *restrict path, const char *restrict mode), (path, mode))
OUTSIDE (FILE *, fopen64, (const char *restrict path, const char *restrict mode), (path, mode))
OUTSIDE (FILE *, freopen, (const char *restrict path, const char *restrict mode, FILE *restrict f0), (path, mode, f0))
OUTSIDE (FILE *, tmpfile, (void), ())
OUTSIDE (int, mkstemp, (char *path), (path))
OUTSIDE (int, creat, (const char *path, mode_t mode), (path, mode))
OUTSIDE (DIR *, opendir, (const char *path), (path))
OUTSIDE (int, unlink, (const char *path), (path))
OUTSIDE (int, remove, (const char *path), (path))
OUTSIDE (int, rename, (const char *from, const char *to), (from, to))
OUTSIDE (int, mkdir, (const char *path, mode_t mode), (path, mode))
OUTSIDE (int, rmdir, (const char *path), (path))
OUTSIDE (int, truncate, (const char *path, off_t bytes), (path, bytes))
OUTSIDE (int, chdir, (const char *path), (path))
OUTSIDE (int, socket, (int family, int type0, int protocol), (family, type0, protocol))
OUTSIDE (int, socketpair, (int family, int type0, int protocol, int fds[2]), (family, type0, protocol, fds))
OUTSIDE (int, pipe, (int fds[2]), (fds))
OUTSIDE (int, pipe2, (int fds[2], int flags), (fds, flags))
OUTSIDE (int, eventfd, (unsigned value, int flags), (value, flags))
OUTSIDE (int, epoll_create1, (int flags), (flags))
OUTSIDE (int, shm_open, (const char *name0, int flags, mode_t mode), (name0, flags, mode))
OUTSIDE (int, dup, (int fd), (fd))
OUTSIDE (int, dup2, (int from, int to), (from, to))

/* With a mode only if a file may be made. */
#define OPEN(name)                                            \
  int name (const char *path, int flags, ...)                 \
  {                                                           \
    va_list args;                                             \
    va_start (args, flags);                                   \
    mode_t mode = va_arg (args, mode_t);                      \
    va_end (args);                                            \
    leave_memory (#name);                                     \
    return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);   \
  }
OPEN (open)
OPEN (open64)

int
openat (int directory, const char *path, int flags, ...)
{
  va_list args;
  va_start (args, flags);
  mode_t mode = va_arg (args, mode_t);
  va_end (args);
  leave_memory ("openat");
  return (int) syscall (SYS_openat, directory, path, flags, mode);
}

/* Input is gone once it was read. */
static void
leave_memory_by (int fd)
{
  if (fd == STDIN_FILENO)
    leave_memory ("read");
}

ssize_t
read (int fd, void *to, size_t bytes)
{
  leave_memory_by (fd);
  if (rt && rt->current)
    rt_plain (to, bytes, true, CALLER);
  return syscall (SYS_read, fd, to, bytes);
}

/* Memory without a name is the program's heap. */
void *
mmap (void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  if (t && flags & MAP_ANONYMOUS && !(flags & MAP_FIXED)) {
    size_t rounded = (bytes + 4095) & ~(size_t) 4095;
    void *p = heap_alloc (rounded, 4096, CALLER);
    return p ? rt_memset (p, 0, rounded) : MAP_FAILED;
  }
  leave_memory ("mmap");
  return (void *) syscall (SYS_mmap, at, bytes, protection, flags, fd, offset);
}

int
munmap (void *at, size_t bytes)
{
  if (rt && rt->current && heap_size (at)) {
    heap_free (at, CALLER);
    return 0;
  }
  return (int) syscall (SYS_munmap, at, bytes);
}
