/* Calls that are not supported on files in memory. On the kernel's descriptors they
 * are forwarded to libc; those that take paths are always unsupported, because the
 * kernel's files are not those of the program. */

#include "native/runtime/files/files.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <fts.h>
#include <glob.h>
#include <linux/membarrier.h>
#include <stdarg.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "native/runtime/sync/sync.h"
#include "native/runtime/core/sys.h"

static _Noreturn void
refuse (const char *name, uint64_t pc)
{
  rt->failure.pc = pc;
  rt_unsupported (name);
}

static void
touch_parts (const struct iovec *parts, int count, bool write, uint64_t pc)
{
  if (count <= 0)
    return;
  rt_plain (parts, (size_t) count * sizeof *parts, false, pc);
  for (int i = 0; i < count; i++)
    rt_plain (parts[i].iov_base, parts[i].iov_len, write, pc);
}

static void
touch_message (const struct msghdr *m, bool write, uint64_t pc)
{
  rt_plain (m, sizeof *m, write, pc);
  touch_parts (m->msg_iov, (int) m->msg_iovlen, write, pc);
  if (m->msg_name)
    rt_plain (m->msg_name, m->msg_namelen, write, pc);
  if (m->msg_control)
    rt_plain (m->msg_control, m->msg_controllen, write, pc);
}

#define ALWAYS AT_FDCWD           /* files_has is true for it while the program runs */

#define ON(fd, type, name, parameters, arguments) ON_DATA (fd, type, name, parameters, arguments,)
#define ON_DATA(fd, type, name, parameters, arguments, touched) \
  type name parameters;                              \
  EXPORT type name parameters                        \
  {                                                  \
    if (!rt && (fd) == ALWAYS)                       \
      constructors_wanted ();                        \
    if (files_has (fd))                              \
      refuse (#name, CALLER);                        \
    touched;                                         \
    type (*f) parameters;                            \
    *(void **) &f = dlsym (RTLD_NEXT, #name);        \
    return f arguments;                              \
  }

ON (fd, int, flock, (int fd, int how), (fd, how))
ON (fd, int, lockf, (int fd, int how, off_t bytes), (fd, how, bytes))
ON (fd, int, fallocate, (int fd, int mode, off_t at, off_t bytes), (fd, mode, at, bytes))
ON (fd, int, fchdir, (int fd), (fd))
ON (fd, int, shutdown, (int fd, int how), (fd, how))
ON_DATA (fd, ssize_t, preadv, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at), touch_parts (parts, count, true, CALLER))
ON_DATA (fd, ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at), touch_parts (parts, count, false, CALLER))
ON_DATA (fd, ssize_t, send, (int fd, const void *from, size_t bytes, int flags), (fd, from, bytes, flags), rt_plain (from, bytes, false, CALLER))
ON_DATA (fd, ssize_t, recv, (int fd, void *to, size_t bytes, int flags), (fd, to, bytes, flags), rt_plain (to, bytes, true, CALLER))
ON (ALWAYS, ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags), (fd, m, flags))   /* also on sockets: the message may have an address */
ON_DATA (fd, ssize_t, recvmsg, (int fd, struct msghdr *m, int flags), (fd, m, flags), touch_message (m, true, CALLER))
ON (to, ssize_t, sendfile, (int to, int from, off_t *at, size_t bytes), (to, from, at, bytes))
ON (to, ssize_t, copy_file_range, (int from, off64_t *at, int to, off64_t *there, size_t bytes, unsigned flags),
    (from, at, to, there, bytes, flags))
ON (to, ssize_t, splice, (int from, off64_t *at, int to, off64_t *there, size_t bytes, unsigned flags),
    (from, at, to, there, bytes, flags))

ON (ALWAYS, int, scandir, (const char *restrict path, struct dirent ***restrict list, int (*wanted) (const struct dirent *),
                           int (*compare) (const struct dirent **, const struct dirent **)), (path, list, wanted, compare))
ON (ALWAYS, int, nftw, (const char *path, __nftw_func_t f0, int most, int flags), (path, f0, most, flags))
ON (ALWAYS, int, ftw, (const char *path, __ftw_func_t f0, int most), (path, f0, most))
ON (ALWAYS, FTS *, fts_open, (char *const *paths, int flags, int (*compare) (const FTSENT **, const FTSENT **)), (paths, flags, compare))
ON (ALWAYS, int, glob, (const char *restrict pattern, int flags, int (*error) (const char *, int), glob_t *restrict out),
    (pattern, flags, error, out))
ON (ALWAYS, int, mkfifo, (const char *path, mode_t mode), (path, mode))
ON (ALWAYS, int, mknod, (const char *path, mode_t mode, dev_t device), (path, mode, device))
ON (ALWAYS, int, statx, (int directory, const char *restrict path, int flags, unsigned mask, struct statx *restrict out),
    (directory, path, flags, mask, out))
ON (ALWAYS, int, fchmodat, (int directory, const char *path, mode_t mode, int flags), (directory, path, mode, flags))
ON (ALWAYS, int, fchownat, (int directory, const char *path, uid_t user, gid_t group, int flags), (directory, path, user, group, flags))
ON (ALWAYS, int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
ON (ALWAYS, int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
ON (ALWAYS, int, symlinkat, (const char *target, int directory, const char *path), (target, directory, path))
ON (ALWAYS, ssize_t, readlinkat, (int directory, const char *restrict path, char *restrict to, size_t room), (directory, path, to, room))
ON (ALWAYS, FILE *, freopen, (const char *restrict path, const char *restrict mode, FILE *restrict f0), (path, mode, f0))
ON (ALWAYS, int, fcloseall, (void), ())

#define MEMBARRIERS (MEMBARRIER_CMD_GLOBAL | MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)

/* While the program is checked only harmless system calls are made. */
EXPORT long
syscall (long number, ...)
{
  va_list args;
  long a[6];
  va_start (args, number);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg (args, long);
  va_end (args);
  if (rt && rt->current) {
    if (number == SYS_gettid)
      return gettid ();
    if (number == SYS_membarrier) /* no effect, because steps are executed one after the other */
      return a[0] == MEMBARRIER_CMD_QUERY ? MEMBARRIERS : a[0] & ~MEMBARRIERS ? files_fail (EINVAL) : 0;
    if (number == SYS_futex)
      return futex_call ((const uint32_t *) a[0], (int) a[1], (uint32_t) a[2], (const struct timespec *) a[3], (uint32_t) a[5], CALLER);
    if (rt->supervisor.out >= 0)
      refuse ("syscall", CALLER);
  }
  return files_result (sys_call (number, a[0], a[1], a[2], a[3], a[4], a[5]));
}

/* ---- other names ---- */

ALSO (freopen64, freopen);
ALSO (scandir64, scandir);
ALSO (nftw64, nftw);
ALSO (ftw64, ftw);
ALSO (fts64_open, fts_open);
ALSO (glob64, glob);
ALSO (lockf64, lockf);
ALSO (fallocate64, fallocate);
ALSO (sendfile64, sendfile);
ALSO (preadv64, preadv);
ALSO (pwritev64, pwritev);
