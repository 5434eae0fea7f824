/* Calls that open, duplicate, control and close descriptors. */

#include "native/runtime/sync/cancel.h"
#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "native/runtime/core/sys.h"

/* ---- open ---- */

static struct node *
make_file (const char *path, mode_t mode)
{
  struct node *n = node_new (NODE_FILE, S_IFREG | (mode & ~names_mask () & 07777));
  files_name_object (n->id, "%s", path);
  names_set (path, n);
  return n;
}

/* The error of opening an existing node with these flags; 0: none. */
static int
why_not (struct node *n, int flags)
{
  int how = flags & O_ACCMODE;
  if (flags & O_CREAT && flags & O_EXCL)
    return EEXIST;
  if (n->kind == NODE_LINK)
    return ELOOP;
  if (n->kind == NODE_DIRECTORY ? how != O_RDONLY : flags & O_DIRECTORY)
    return n->kind == NODE_DIRECTORY ? EISDIR : ENOTDIR;
  if (n->disk && !n->room) {
    if (how != O_RDONLY) {
      long error = SYS_CALL (faccessat, AT_FDCWD, n->disk->path, W_OK);
      if (error)
        return (int) -error;
    }
    if (n->kind == NODE_FILE && !(flags & O_TRUNC && how != O_RDONLY)) {
      disk_load (n->disk);
      return n->disk->load_error;
    }
  }
  return 0;
}

static int
open_new (const char *at, int flags, mode_t mode, uint64_t pc)
{
  char parent[PATH_MAX];
  names_parent (at, parent);
  struct node *p = names_node (parent);
  if (!p || p->kind != NODE_DIRECTORY)
    return files_fail (p ? ENOTDIR : ENOENT);
  long denied = p->disk ? SYS_CALL (faccessat, AT_FDCWD, p->disk->path, W_OK | X_OK) : 0;
  if (denied)
    return files_fail ((int) -denied);
  return fd_open (make_file (at, mode), at, flags, pc);
}

/* The path is resolved by one operation, and the file truncated by another, as in the
 * kernel. Only if the file does not exist, resolving again and making it is an
 * operation that writes: opening an existing file changes nothing for other threads. */
int
file_open (int directory, const char *path, int flags, mode_t mode, uint64_t pc)
{
  char at[PATH_MAX];
  bool makes = flags & O_CREAT, only_makes = makes && flags & O_EXCL, follow = !(flags & O_NOFOLLOW) && !only_makes;
  cancel_point (pc);
  if ((flags & O_TMPFILE) == O_TMPFILE)
    return fd_open (node_new (NODE_FILE, S_IFREG | (mode & 07777)), NULL, flags, pc);
  int error = names_begin (NATIVE_FILE_OPEN, directory, path, follow, only_makes ? ACCESS_WRITE : ACCESS_READ, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!error && !n && makes && !only_makes) {
    error = names_begin (NATIVE_FILE_OPEN, directory, path, follow, ACCESS_WRITE, at, pc);
    n = error ? NULL : names_node (at);
  }
  if (error)
    return files_fail (error);
  if (!n && (!makes || path[strlen (path) - 1] == '/'))
    return files_fail (makes ? EISDIR : ENOENT);
  if (!n)
    return open_new (at, flags, mode, pc);
  error = why_not (n, flags);
  if (error)
    return files_fail (error);
  assert (n->kind != NODE_LINK && (n->kind != NODE_DIRECTORY || (flags & O_ACCMODE) == O_RDONLY));
  if (n->kind == NODE_OTHER)
    rt_unsupported ("a file that is neither a file nor a directory");
  if (flags & O_TRUNC && (flags & O_ACCMODE) != O_RDONLY && n->kind == NODE_FILE)
    file_make_room (n, 0, pc);
  return fd_open (n, at, flags, pc);
}

/* The third argument of open; the caller passes it only if a file may be made. */
#define WITH_MODE(mode)             \
  va_list args;                     \
  va_start (args, flags);           \
  mode_t mode = va_arg (args, mode_t); \
  va_end (args)

EXPORT int
open (const char *path, int flags, ...)
{
  WITH_MODE (mode);
  return files_change_ours () ? file_open (AT_FDCWD, path, flags, mode, CALLER)
                           : (int) files_result (sys_openat (AT_FDCWD, path, flags, mode));
}

EXPORT int
openat (int directory, const char *path, int flags, ...)
{
  WITH_MODE (mode);
  return files_change_ours () ? file_open (directory, path, flags, mode, CALLER)
                           : (int) files_result (sys_openat (directory, path, flags, mode));
}

EXPORT int
creat (const char *path, mode_t mode)
{
  const int flags = O_CREAT | O_WRONLY | O_TRUNC;
  return files_change_ours () ? file_open (AT_FDCWD, path, flags, mode, CALLER)
                           : (int) files_result (sys_openat (AT_FDCWD, path, flags, mode));
}

/* ---- shared memory: files in /dev/shm ---- */

static bool
shared_path (const char *name, char path[PATH_MAX], uint64_t pc)
{
  size_t n = strlen (name);
  rt_plain (name, n + 1, false, pc);
  while (*name == '/')
    name++;
  if (!*name || strchr (name, '/') || n > NAME_MAX) {
    files_fail (n > NAME_MAX ? ENAMETOOLONG : EINVAL);
    return false;
  }
  strcpy (strcpy (path, "/dev/shm/") + 9, name);
  return true;
}

EXPORT int
shm_open (const char *name, int flags, mode_t mode)
{
  uint64_t pc = CALLER;
  char path[PATH_MAX];
  if (!shared_path (name, path, pc))
    return -1;
  flags |= O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  return files_change_ours () ? file_open (AT_FDCWD, path, flags, mode, pc) : (int) files_result (sys_openat (AT_FDCWD, path, flags, mode));
}

EXPORT int
shm_unlink (const char *name)
{
  char path[PATH_MAX];
  return shared_path (name, path, CALLER) ? unlink (path) : -1;
}

/* ---- temporary files ---- */

/* Names depend only on the thread and its earlier calls, so that they are the same in all executions. */
static int
make_temporary (char *template, int suffix, int flags, uint64_t pc)
{
  size_t n = strlen (template);
  rt_plain (template, n + 1, false, pc);
  if (suffix < 0 || n < 6 + (size_t) suffix || strncmp (template + n - 6 - (size_t) suffix, "XXXXXX", 6) != 0)
    return files_fail (EINVAL);
  char *letters = template + n - 6 - (size_t) suffix;
  rt_plain (letters, 6, true, pc);
  for (int tries = 0; tries < 100; tries++) {
    uint64_t number = random_next ();
    for (int i = 0; i < 6; i++, number >>= 5)
      letters[i] = "abcdefghijklmnopqrstuvwxyz234567"[number % 32];
    int fd = files_change_ours () ? file_open (AT_FDCWD, template, flags | O_RDWR | O_CREAT | O_EXCL, 0600, pc)
                               : (int) files_result (sys_openat (AT_FDCWD, template, flags | O_RDWR | O_CREAT | O_EXCL, 0600));
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

EXPORT int
mkstemp (char *template)
{
  return make_temporary (template, 0, 0, CALLER);
}

EXPORT int
mkostemp (char *template, int flags)
{
  return make_temporary (template, 0, flags, CALLER);
}

EXPORT int
mkstemps (char *template, int suffix)
{
  return make_temporary (template, suffix, 0, CALLER);
}

/* ---- close, dup ---- */

EXPORT int
close (int fd)
{
  cancel_point (CALLER);
  return files_has (fd) ? fd_close (fd, CALLER) : (int) files_result (sys_close (fd));
}

EXPORT int
dup (int fd)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    return outside_moved (files_result (SYS_CALL (dup, fd)));
  struct description *d = fd_find (fd, pc);
  return d ? fd_add (d, 0, pc) : -1;
}

static int
dup_to (int from, int to, uint64_t pc)
{
  struct description *d = fd_find (from, pc);
  if (!d)
    return -1;
  if (to < 0)
    return files_fail (EBADF);
  if (from == to)
    return to;
  if (to < 3 || to >= FILES_OPEN_BY_MAIN || rt->current->id)
    rt_unsupported ("dup2 to a standard descriptor, or by a thread other than main,");
  if (*fd_slot (to))
    fd_close (to, pc);
  assert (!*fd_slot (to));
  return fd_add (d, to, pc);
}

static int
close_on_exec (int fd, int flags, uint64_t pc)
{
  if (fd >= 0 && flags & O_CLOEXEC)
    fd_set_flags (fd, FD_CLOEXEC, pc);
  return fd;
}

EXPORT int
dup2 (int from, int to)
{
  return files_has (from) ? dup_to (from, to, CALLER) : (int) files_result (SYS_CALL (dup2, from, to));
}

EXPORT int
dup3 (int from, int to, int flags)
{
  uint64_t pc = CALLER;
  if (!files_has (from))
    return (int) files_result (SYS_CALL (dup3, from, to, flags));
  if (from == to || flags & ~O_CLOEXEC)
    return files_fail (EINVAL);
  return close_on_exec (dup_to (from, to, pc), flags, pc);
}

/* ---- fcntl ---- */

static int
control (int fd, int command, long argument, uint64_t pc)
{
  const int may_change = O_APPEND | O_NONBLOCK;
  struct description *d = fd_find (fd, pc);
  if (!d)
    return -1;
  if ((command == F_DUPFD || command == F_DUPFD_CLOEXEC) && (int) argument < 0)
    return files_fail (EINVAL);
  switch (command) {
  case F_DUPFD: return fd_add (d, (int) argument, pc);
  case F_DUPFD_CLOEXEC: return close_on_exec (fd_add (d, (int) argument, pc), O_CLOEXEC, pc);
  case F_GETFD: return fd_flags (fd, pc);
  case F_SETFD: fd_set_flags (fd, (int) argument, pc); return 0;
  case F_GETFL: return d->flags & (O_ACCMODE | may_change);
  case F_SETFL: fd_change_flags (d, (d->flags & ~may_change) | ((int) argument & may_change), pc); return 0;
  default: rt_unsupported ("fcntl with such a command");
  }
}

EXPORT int
fcntl (int fd, int command, ...)
{
  va_list args;
  va_start (args, command);
  long argument = va_arg (args, long);
  va_end (args);
  return files_has (fd) ? control (fd, command, argument, CALLER) : (int) files_result (sys_fcntl (fd, command, argument));
}

EXPORT int
isatty (int fd)
{
  return files_has (fd) ? files_fail (fd_find (fd, CALLER) ? ENOTTY : EBADF) + 1 : SYS_CALL (ioctl, fd, TCGETS, (char[64]) {0}) == 0;
}

EXPORT int
ioctl (int fd, unsigned long request, ...)
{
  va_list args;
  va_start (args, request);
  long argument = va_arg (args, long);
  va_end (args);
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (ioctl, fd, request, argument));
  bool of_terminals = request != FIONREAD && request != FIONBIO && request != FIOASYNC && request != FIOCLEX && request != FIONCLEX;
  rt->failure.pc = CALLER;
  if (fd_find (fd, CALLER) && !of_terminals)
    rt_unsupported ("ioctl with such a request");
  rt->failure.pc = 0;
  return files_fail (fd_find (fd, CALLER) ? ENOTTY : EBADF);
}

/* ---- pipes ---- */

static struct node *
new_pipe (void)
{
  struct node *n = node_new (NODE_PIPE, S_IFIFO | 0600);
  n->readers = n->writers = 1;
  files_name_object (n->id, "a pipe");
  files_name_object (n->id + 1, "a pipe");
  return n;
}

static int
make_pipe (int fds[2], int flags, uint64_t pc)
{
  if (flags & ~(O_NONBLOCK | O_CLOEXEC | O_DIRECT | O_EXCL))
    return files_fail (EINVAL);
  if (flags & ~(O_NONBLOCK | O_CLOEXEC)) {
    rt->failure.pc = pc;
    rt_unsupported ("pipe2 with such flags");
  }
  struct node *n = new_pipe ();
  int made[2];
  made[0] = fd_open (n, NULL, O_RDONLY | flags, pc);
  made[1] = fd_open (n, NULL, O_WRONLY | flags, pc);
  assert (made[0] >= 0 && made[1] >= 0 && made[0] != made[1] && n->readers == 1 && n->writers == 1);
  file_give (fds, made, sizeof made, pc);
  return 0;
}

EXPORT int
pipe (int fds[2])
{
  return files_change_ours () ? make_pipe (fds, 0, CALLER) : (int) files_result (SYS_CALL (pipe, fds));
}

EXPORT int
pipe2 (int fds[2], int flags)
{
  return files_change_ours () ? make_pipe (fds, flags, CALLER) : (int) files_result (SYS_CALL (pipe2, fds, flags));
}

_Static_assert (SOCK_NONBLOCK == O_NONBLOCK && SOCK_CLOEXEC == O_CLOEXEC && EFD_NONBLOCK == O_NONBLOCK && EFD_CLOEXEC == O_CLOEXEC, "as Linux has them");

/* A pair of sockets is two pipes. */
EXPORT int
socketpair (int family, int type, int protocol, int fds[2])
{
  uint64_t pc = CALLER;
  int made[2];
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (socketpair, family, type, protocol, fds));
  if (family == AF_INET || family == AF_INET6)
    return files_fail (EOPNOTSUPP);
  if ((type & ~(SOCK_CLOEXEC | SOCK_NONBLOCK)) != SOCK_STREAM || family != AF_UNIX || (protocol && protocol != AF_UNIX))
    rt_unsupported ("socketpair of another kind than streams");
  struct node *there = new_pipe (), *back = new_pipe ();
  for (int i = 0; i < 2; i++) {
    made[i] = fd_open (i ? there : back, NULL, O_RDWR | (type & (SOCK_NONBLOCK | SOCK_CLOEXEC)), pc);
    (*fd_slot (made[i]))->to = i ? back : there;
  }
  file_give (fds, made, sizeof made, pc);
  return 0;
}

/* ---- other names ---- */

ALSO (open64, open);
ALSO (openat64, openat);
ALSO (creat64, creat);
ALSO (mkstemp64, mkstemp);
ALSO (mkostemp64, mkostemp);
ALSO (mkstemps64, mkstemps);
ALSO (fcntl64, fcntl);
