/* Attributes of a file, by its path: stat, chmod, truncate, ... */

#include "native/runtime/files/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "native/runtime/memory/heap.h"
#include "native/runtime/core/sys.h"

/* ---- reading attributes ---- */

/* The node of the path, found by one operation and then accessed by another, as
 * in the kernel; NULL: errno is set. */
static struct node *
find (enum native_op kind, int directory, const char *path, bool follow, enum access_how how, uint64_t pc)
{
  char at[PATH_MAX];
  int error = names_begin (NATIVE_FILE_LOOKUP, directory, path, follow, ACCESS_READ, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n) {
    files_fail (error ? error : ENOENT);
    return NULL;
  }
  struct rt_thread *t = file_begin (kind, pc);
  file_touch (t, n->id, how);
  file_announce (t);
  return n;
}

static int
look (int directory, const char *path, struct stat *out, bool follow, uint64_t pc)
{
  struct stat found;
  struct node *n = find (NATIVE_FILE_STAT, directory, path, follow, ACCESS_READ, pc);
  if (!n)
    return -1;
  node_stat (n, &found);
  file_give (out, &found, sizeof found, pc);
  return 0;
}

EXPORT int
stat (const char *restrict path, struct stat *restrict out)
{
  return files_are_ours () ? look (AT_FDCWD, path, out, true, CALLER) : (int) files_result (SYS_CALL (stat, path, out));
}

EXPORT int
lstat (const char *restrict path, struct stat *restrict out)
{
  return files_are_ours () ? look (AT_FDCWD, path, out, false, CALLER) : (int) files_result (SYS_CALL (lstat, path, out));
}

EXPORT int
fstatat (int directory, const char *restrict path, struct stat *restrict out, int flags)
{
  if (!files_are_ours ())
    return (int) files_result (sys_newfstatat (directory, path, out, flags));
  if (flags & AT_EMPTY_PATH && !path[0])
    return file_stat (directory, out, CALLER);
  return look (directory, path, out, !(flags & AT_SYMLINK_NOFOLLOW), CALLER);
}

static int
is_allowed (int directory, const char *path, int mode, bool follow, uint64_t pc)
{
  if (mode & ~(R_OK | W_OK | X_OK))
    return files_fail (EINVAL);
  struct node *n = find (NATIVE_FILE_STAT, directory, path, follow, ACCESS_READ, pc);
  if (!n)
    return -1;
  if (n->disk && mode != F_OK)
    return (int) files_result (SYS_CALL (faccessat, AT_FDCWD, n->disk->path, mode));
  return mode & X_OK && n->kind == NODE_FILE && !(n->stat.st_mode & 0111) ? files_fail (EACCES) : 0;
}

EXPORT int
access (const char *path, int mode)
{
  return files_are_ours () ? is_allowed (AT_FDCWD, path, mode, true, CALLER) : (int) files_result (SYS_CALL (access, path, mode));
}

EXPORT int
faccessat (int directory, const char *path, int mode, int flags)
{
  return files_are_ours () ? is_allowed (directory, path, mode, !(flags & AT_SYMLINK_NOFOLLOW), CALLER)
                           : (int) files_result (SYS_CALL (faccessat, directory, path, mode));
}

EXPORT ssize_t
readlink (const char *restrict path, char *restrict to, size_t room)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ())
    return files_result (sys_readlink (path, to, room));
  struct node *n = find (NATIVE_FILE_STAT, AT_FDCWD, path, false, ACCESS_READ, pc);
  if (!n || n->kind != NODE_LINK)
    return n ? files_fail (EINVAL) : -1;
  size_t bytes = n->size < room ? n->size : room;
  file_give (to, n->bytes, bytes, pc);
  return (ssize_t) bytes;
}

EXPORT char *
realpath (const char *restrict path, char *restrict to)
{
  uint64_t pc = CALLER;
  char at[PATH_MAX];
  if (!files_are_ours ())
    rt_unsupported ("realpath before main");
  int error = names_begin (NATIVE_FILE_LOOKUP, AT_FDCWD, path, true, ACCESS_READ, at, pc);
  if (error || !names_node (at)) {
    files_fail (error ? error : ENOENT);
    return NULL;
  }
  size_t bytes = strlen (at) + 1;
  to = to ? to : heap_alloc (bytes, 16, pc);
  if (to)
    file_give (to, at, bytes, pc);
  return to;
}

/* ---- changing attributes ---- */

EXPORT int
chmod (const char *path, mode_t mode)
{
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (chmod, path, mode));
  struct node *n = find (NATIVE_FILE_CHANGE, AT_FDCWD, path, true, ACCESS_WRITE, CALLER);
  if (n)
    n->stat.st_mode = (n->stat.st_mode & S_IFMT) | (mode & 07777);
  return n ? 0 : -1;
}

static int
change_owner (const char *path, uid_t user, gid_t group, bool follow, uint64_t pc)
{
  struct node *n = find (NATIVE_FILE_CHANGE, AT_FDCWD, path, follow, ACCESS_WRITE, pc);
  if (!n)
    return -1;
  n->stat.st_uid = user == (uid_t) -1 ? n->stat.st_uid : user;
  n->stat.st_gid = group == (gid_t) -1 ? n->stat.st_gid : group;
  return 0;
}

EXPORT int
chown (const char *path, uid_t user, gid_t group)
{
  return files_change_ours () ? change_owner (path, user, group, true, CALLER) : (int) files_result (SYS_CALL (chown, path, user, group));
}

EXPORT int
lchown (const char *path, uid_t user, gid_t group)
{
  return files_change_ours () ? change_owner (path, user, group, false, CALLER) : (int) files_result (SYS_CALL (lchown, path, user, group));
}

static int
change_times (int directory, const char *path, const struct timespec times[2], int flags, uint64_t pc)
{
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (utimensat, directory, path, times, flags));
  struct node *n = find (NATIVE_FILE_CHANGE, directory, path, !(flags & AT_SYMLINK_NOFOLLOW), ACCESS_WRITE, pc);
  if (!n)
    return -1;
  if (!node_times_valid (times))
    return files_fail (EINVAL);
  node_set_times (n, times);
  return 0;
}

EXPORT int
utimensat (int directory, const char *path, const struct timespec times[2], int flags)
{
  if (times)
    rt_plain (times, 2 * sizeof *times, false, CALLER);
  return change_times (directory, path, times, flags, CALLER);
}

EXPORT int
utimes (const char *path, const struct timeval times[2])
{
  struct timespec exact[2];
  if (times)
    rt_plain (times, 2 * sizeof *times, false, CALLER);
  for (int i = 0; times && i < 2; i++)
    exact[i] = (struct timespec) {times[i].tv_sec, 1000 * times[i].tv_usec};
  return change_times (AT_FDCWD, path, times ? exact : NULL, 0, CALLER);
}

EXPORT int
utime (const char *path, const struct utimbuf *times)
{
  struct timespec exact[2];
  if (times) {
    rt_plain (times, sizeof *times, false, CALLER);
    exact[0] = (struct timespec) {.tv_sec = times->actime};
    exact[1] = (struct timespec) {.tv_sec = times->modtime};
  }
  return change_times (AT_FDCWD, path, times ? exact : NULL, 0, CALLER);
}

EXPORT int
truncate (const char *path, off_t bytes)
{
  uint64_t pc = CALLER;
  char at[PATH_MAX];
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (truncate, path, bytes));
  int error = names_begin (NATIVE_FILE_LOOKUP, AT_FDCWD, path, true, ACCESS_READ, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind != NODE_FILE || bytes < 0)
    return files_fail (error ? error : !n ? ENOENT : n->kind == NODE_DIRECTORY ? EISDIR : EINVAL);
  file_make_room (n, (size_t) bytes, pc);
  return 0;
}

/* ---- other names ---- */

ALSO (stat64, stat);
ALSO (lstat64, lstat);
ALSO (fstatat64, fstatat);
ALSO (truncate64, truncate);
