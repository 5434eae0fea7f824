/* Attributes of a file, by its descriptor: size, times, owner, mode. */

#include "native/runtime/files/files.h"
#include "native/runtime/sync/cancel.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include "native/runtime/core/sys.h"

/* An operation on the node of the descriptor; NULL: errno is set. */
static struct node *
touch_node (int fd, enum native_op kind, enum access_how how, uint64_t pc)
{
  struct description *d = fd_find (fd, pc);
  if (!d)
    return NULL;
  if (d->node->kind == NODE_OUTPUT)
    return d->node;
  struct rt_thread *t = file_begin (kind, pc);
  file_touch (t, d->node->id, how);
  file_announce (t);
  return d->node;
}

int
file_stat (int fd, struct stat *out, uint64_t pc)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fstat, fd, out));
  struct stat found;
  struct node *n = touch_node (fd, NATIVE_FILE_STAT, ACCESS_READ, pc);
  if (!n)
    return -1;
  node_stat (n, &found);
  file_give (out, &found, sizeof found, pc);
  return 0;
}

EXPORT int
fstat (int fd, struct stat *out)
{
  return file_stat (fd, out, CALLER);
}

EXPORT int
fchmod (int fd, mode_t mode)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fchmod, fd, mode));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, CALLER);
  if (n)
    n->stat.st_mode = (n->stat.st_mode & S_IFMT) | (mode & 07777);
  return n ? 0 : -1;
}

EXPORT int
fchown (int fd, uid_t user, gid_t group)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fchown, fd, user, group));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, CALLER);
  if (!n)
    return -1;
  n->stat.st_uid = user == (uid_t) -1 ? n->stat.st_uid : user;
  n->stat.st_gid = group == (gid_t) -1 ? n->stat.st_gid : group;
  return 0;
}

static int
change_times (int fd, const struct timespec times[2], uint64_t pc)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (utimensat, fd, NULL, times, 0));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, pc);
  if (!n)
    return -1;
  if (!node_times_valid (times))
    return files_fail (EINVAL);
  node_set_times (n, times);
  return 0;
}

EXPORT int
futimens (int fd, const struct timespec times[2])
{
  if (times)
    rt_plain (times, 2 * sizeof *times, false, CALLER);
  return change_times (fd, times, CALLER);
}

EXPORT int
futimes (int fd, const struct timeval times[2])
{
  struct timespec exact[2];
  if (times)
    rt_plain (times, 2 * sizeof *times, false, CALLER);
  for (int i = 0; times && i < 2; i++)
    exact[i] = (struct timespec) {times[i].tv_sec, 1000 * times[i].tv_usec};
  return change_times (fd, times ? exact : NULL, CALLER);
}

void
file_make_room (struct node *n, size_t bytes, uint64_t pc)
{
  assert (n->kind == NODE_FILE);
  struct rt_thread *t = file_begin (NATIVE_FILE_TRUNCATE, pc);
  file_touch (t, n->id, ACCESS_WRITE);
  file_announce (t);
  file_value (t, bytes);
  node_resize (n, bytes);
  node_changed (n);
}

EXPORT int
ftruncate (int fd, off_t bytes)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (ftruncate, fd, bytes));
  struct description *d = file_find_for (fd, O_RDONLY, pc);
  if (!d || d->node->kind != NODE_FILE || bytes < 0)
    return files_fail (EINVAL);
  file_make_room (d->node, (size_t) bytes, pc);
  return 0;
}

static int
with_room (int fd, off_t at, off_t bytes, uint64_t pc)
{
  struct description *d = file_find_for (fd, O_RDONLY, pc);
  if (!d || d->node->kind != NODE_FILE || at < 0 || bytes <= 0)
    return EINVAL;
  struct rt_thread *t = file_begin (NATIVE_FILE_TRUNCATE, pc);
  file_touch (t, d->node->id, ACCESS_WRITE);
  file_announce (t);
  node_resize (d->node, 0 + d->node->size);   /* loads it */
  if ((size_t) (at + bytes) > d->node->size)
    node_resize (d->node, (size_t) (at + bytes));
  assert (d->node->room >= (size_t) (at + bytes));
  return 0;
}

EXPORT int
posix_fallocate (int fd, off_t at, off_t bytes)
{
  return files_has (fd) ? with_room (fd, at, bytes, CALLER) : (int) -SYS_CALL (fallocate, fd, 0, at, bytes);
}

EXPORT int
posix_fadvise (int fd, off_t at, off_t bytes, int advice)
{
  if (files_has (fd))
    return bytes < 0 || advice < POSIX_FADV_NORMAL || advice > POSIX_FADV_NOREUSE ? EINVAL : 0;
  return (int) -SYS_CALL (fadvise64, fd, at, bytes, advice);
}

static int
is_there (int fd, uint64_t pc)
{
  return fd_find (fd, pc) ? 0 : -1;
}

EXPORT int
fsync (int fd)
{
  cancel_point (CALLER);
  return files_has (fd) ? is_there (fd, CALLER) : (int) files_result (SYS_CALL (fsync, fd));
}

EXPORT int
fdatasync (int fd)
{
  cancel_point (CALLER);
  return files_has (fd) ? is_there (fd, CALLER) : (int) files_result (SYS_CALL (fdatasync, fd));
}

/* ---- other names ---- */

ALSO (fstat64, fstat);
ALSO (ftruncate64, ftruncate);
ALSO (posix_fallocate64, posix_fallocate);
ALSO (posix_fadvise64, posix_fadvise);
