/* Calls about the names of files: stat, rename, unlink, mkdir, ... */

#include "native/runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "native/runtime/heap.h"
#include "native/runtime/sys.h"

static int
fail (int error)
{
  errno = error;
  return -1;
}

/* ---- looking ---- */

/* What the path names, found by one operation and then touched by another, as
 * the kernel does; NULL: errno says why. */
static struct node *
find (enum native_op kind, int directory, const char *path, bool follow, enum access_how how, uint64_t pc)
{
  char at[PATH_MAX];
  int error = names_begin (NATIVE_FILE_LOOKUP, directory, path, follow, ACCESS_READ, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n) {
    fail (error ? error : ENOENT);
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

int
stat (const char *restrict path, struct stat *restrict out)
{
  return files_are_ours () ? look (AT_FDCWD, path, out, true, CALLER) : (int) files_result (SYS_CALL (stat, path, out));
}

int
lstat (const char *restrict path, struct stat *restrict out)
{
  return files_are_ours () ? look (AT_FDCWD, path, out, false, CALLER) : (int) files_result (SYS_CALL (lstat, path, out));
}

int
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
  struct node *n = find (NATIVE_FILE_STAT, directory, path, follow, ACCESS_READ, pc);
  if (!n)
    return -1;
  if (n->disk && mode != F_OK)
    return (int) files_result (SYS_CALL (faccessat, AT_FDCWD, n->disk->path, mode));
  return mode & X_OK && n->kind == NODE_FILE && !(n->stat.st_mode & 0111) ? fail (EACCES) : 0;
}

int
access (const char *path, int mode)
{
  return files_are_ours () ? is_allowed (AT_FDCWD, path, mode, true, CALLER) : (int) files_result (SYS_CALL (access, path, mode));
}

int
faccessat (int directory, const char *path, int mode, int flags)
{
  return files_are_ours () ? is_allowed (directory, path, mode, !(flags & AT_SYMLINK_NOFOLLOW), CALLER)
                           : (int) files_result (SYS_CALL (faccessat, directory, path, mode));
}

ssize_t
readlink (const char *restrict path, char *restrict to, size_t room)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ())
    return files_result (sys_readlink (path, to, room));
  struct node *n = find (NATIVE_FILE_STAT, AT_FDCWD, path, false, ACCESS_READ, pc);
  if (!n || n->kind != NODE_LINK)
    return n ? fail (EINVAL) : -1;
  size_t bytes = n->size < room ? n->size : room;
  file_give (to, n->bytes, bytes, pc);
  return (ssize_t) bytes;
}

char *
realpath (const char *restrict path, char *restrict to)
{
  uint64_t pc = CALLER;
  char at[PATH_MAX];
  if (!files_are_ours ())
    rt_unsupported ("realpath before main");
  int error = names_begin (NATIVE_FILE_LOOKUP, AT_FDCWD, path, true, ACCESS_READ, at, pc);
  if (error || !names_node (at)) {
    fail (error ? error : ENOENT);
    return NULL;
  }
  size_t bytes = strlen (at) + 1;
  to = to ? to : heap_alloc (bytes, 16, pc);
  if (to)
    file_give (to, at, bytes, pc);
  return to;
}

/* ---- changing what is known of a file ---- */

int
chmod (const char *path, mode_t mode)
{
  if (!files_are_ours ())
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

int
chown (const char *path, uid_t user, gid_t group)
{
  return files_are_ours () ? change_owner (path, user, group, true, CALLER) : (int) files_result (SYS_CALL (chown, path, user, group));
}

int
lchown (const char *path, uid_t user, gid_t group)
{
  return files_are_ours () ? change_owner (path, user, group, false, CALLER) : (int) files_result (SYS_CALL (lchown, path, user, group));
}

static int
change_times (int directory, const char *path, const struct timespec times[2], int flags, uint64_t pc)
{
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (utimensat, directory, path, times, flags));
  struct node *n = find (NATIVE_FILE_CHANGE, directory, path, !(flags & AT_SYMLINK_NOFOLLOW), ACCESS_WRITE, pc);
  if (!n)
    return -1;
  node_set_times (n, times);
  return 0;
}

int
utimensat (int directory, const char *path, const struct timespec times[2], int flags)
{
  return change_times (directory, path, times, flags, CALLER);
}

int
utimes (const char *path, const struct timeval times[2])
{
  struct timespec exact[2];
  for (int i = 0; times && i < 2; i++)
    exact[i] = (struct timespec) {times[i].tv_sec, 1000 * times[i].tv_usec};
  return change_times (AT_FDCWD, path, times ? exact : NULL, 0, CALLER);
}

int
utime (const char *path, const struct utimbuf *times)
{
  struct timespec exact[2];
  if (times) {
    exact[0] = (struct timespec) {.tv_sec = times->actime};
    exact[1] = (struct timespec) {.tv_sec = times->modtime};
  }
  return change_times (AT_FDCWD, path, times ? exact : NULL, 0, CALLER);
}

int
truncate (const char *path, off_t bytes)
{
  uint64_t pc = CALLER;
  char at[PATH_MAX];
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (truncate, path, bytes));
  int error = names_begin (NATIVE_FILE_LOOKUP, AT_FDCWD, path, true, ACCESS_READ, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind != NODE_FILE || bytes < 0)
    return fail (error ? error : !n ? ENOENT : n->kind == NODE_DIRECTORY ? EISDIR : EINVAL);
  file_make_room (n, (size_t) bytes, pc);
  return 0;
}

/* ---- making and removing names ---- */

/* Directories and links are the tree, which everything that follows a path
 * reads: these operations exclude all others. */
static int
begin_tree (enum native_op kind, int directory, const char *path, char at[PATH_MAX], uint64_t pc)
{
  rt_plain (path, strlen (path) + 1, false, pc);
  struct rt_thread *t = file_begin (kind, pc);
  file_touch (t, NAMES_TREE, ACCESS_WRITE);
  file_announce (t);
  return names_resolve (directory, path, false, at);
}

static int
remove_file (int directory, const char *path, uint64_t pc)
{
  char at[PATH_MAX];
  int error = names_begin (NATIVE_FILE_REMOVE, directory, path, false, ACCESS_WRITE, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind == NODE_DIRECTORY)
    return fail (error ? error : n ? EISDIR : ENOENT);
  if (n->kind == NODE_LINK) {     /* a part of the tree */
    error = begin_tree (NATIVE_FILE_REMOVE, directory, path, at, pc);
    if (error || !(n = names_node (at)))
      return fail (error ? error : ENOENT);
  }
  n->stat.st_nlink--;
  names_set (at, NULL);
  return 0;
}

static int
remove_directory (int directory, const char *path, uint64_t pc)
{
  char at[PATH_MAX];
  const char **entries;
  int error = begin_tree (NATIVE_FILE_REMOVE, directory, path, at, pc);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind != NODE_DIRECTORY)
    return fail (error ? error : n ? ENOTDIR : ENOENT);
  if (names_list (at, &entries))
    return fail (ENOTEMPTY);
  names_set (at, NULL);
  return 0;
}

int
unlink (const char *path)
{
  return files_are_ours () ? remove_file (AT_FDCWD, path, CALLER) : (int) files_result (SYS_CALL (unlink, path));
}

int
rmdir (const char *path)
{
  return files_are_ours () ? remove_directory (AT_FDCWD, path, CALLER) : (int) files_result (SYS_CALL (rmdir, path));
}

int
unlinkat (int directory, const char *path, int flags)
{
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (unlinkat, directory, path, flags));
  return flags & AT_REMOVEDIR ? remove_directory (directory, path, CALLER) : remove_file (directory, path, CALLER);
}

int
remove (const char *path)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ()) {
    long result = SYS_CALL (unlink, path);
    return (int) files_result (result == -EISDIR ? SYS_CALL (rmdir, path) : result);
  }
  int result = remove_file (AT_FDCWD, path, pc);
  return result && errno == EISDIR ? remove_directory (AT_FDCWD, path, pc) : result;
}

/* Both names are touched; where they lead is looked at again when it is done. */
static int
move (int from_directory, const char *from, int to_directory, const char *to, bool keep, uint64_t pc)
{
  char a[PATH_MAX], b[PATH_MAX], parent[PATH_MAX];
  rt_plain (from, strlen (from) + 1, false, pc);
  rt_plain (to, strlen (to) + 1, false, pc);
  struct rt_thread *t = file_begin (NATIVE_FILE_RENAME, pc);
  file_touch (t, NAMES_TREE, ACCESS_WRITE);
  file_announce (t);
  int error = names_resolve (from_directory, from, false, a);
  error = error ? error : names_resolve (to_directory, to, false, b);
  struct node *n = error ? NULL : names_node (a), *old = error ? NULL : names_node (b);
  if (!n)
    return fail (error ? error : ENOENT);
  if (n->kind == NODE_DIRECTORY)
    rt_unsupported ("rename of a directory");
  names_parent (b, parent);
  if (!names_node (parent))
    return fail (ENOENT);
  if (old == n)
    return 0;
  if (old && (keep || old->kind == NODE_DIRECTORY))
    return fail (keep ? EEXIST : EISDIR);
  if (old)
    old->stat.st_nlink--;
  names_set (b, n);
  if (keep)
    n->stat.st_nlink++;
  else
    names_set (a, NULL);
  return 0;
}

int
rename (const char *from, const char *to)
{
  return files_are_ours () ? move (AT_FDCWD, from, AT_FDCWD, to, false, CALLER) : (int) files_result (SYS_CALL (rename, from, to));
}

int
renameat (int from_directory, const char *from, int to_directory, const char *to)
{
  return files_are_ours () ? move (from_directory, from, to_directory, to, false, CALLER)
                           : (int) files_result (SYS_CALL (renameat, from_directory, from, to_directory, to));
}

int
link (const char *from, const char *to)
{
  return files_are_ours () ? move (AT_FDCWD, from, AT_FDCWD, to, true, CALLER) : (int) files_result (SYS_CALL (link, from, to));
}

/* A directory, or a link to `target`. */
static int
make (int directory, const char *path, enum node_kind kind, mode_t mode, const char *target, uint64_t pc)
{
  char at[PATH_MAX], parent[PATH_MAX];
  int error = begin_tree (NATIVE_FILE_MAKE, directory, path, at, pc);
  if (error)
    return fail (error);
  if (names_node (at))
    return fail (EEXIST);
  names_parent (at, parent);
  if (!names_node (parent))
    return fail (ENOENT);
  struct node *n = node_new (kind, mode);
  if (target) {
    size_t bytes = strlen (target);
    node_resize (n, bytes + 1);
    memcpy ((char *) n->bytes, target, bytes);
    n->size = bytes;
  }
  names_set (at, n);
  return 0;
}

static int
make_directory (const char *path, mode_t mode, uint64_t pc)
{
  return files_are_ours () ? make (AT_FDCWD, path, NODE_DIRECTORY, S_IFDIR | (mode & ~names_mask ()), NULL, pc)
                           : (int) files_result (SYS_CALL (mkdir, path, mode));
}

int
mkdir (const char *path, mode_t mode)
{
  return make_directory (path, mode, CALLER);
}

int
mkdirat (int directory, const char *path, mode_t mode)
{
  return files_are_ours () ? make (directory, path, NODE_DIRECTORY, S_IFDIR | (mode & ~names_mask ()), NULL, CALLER)
                           : (int) files_result (SYS_CALL (mkdirat, directory, path, mode));
}

int
symlink (const char *target, const char *path)
{
  return files_are_ours () ? make (AT_FDCWD, path, NODE_LINK, S_IFLNK | 0777, target, CALLER)
                           : (int) files_result (SYS_CALL (symlink, target, path));
}

char *
mkdtemp (char *template)
{
  size_t n = strlen (template);
  if (n < 6 || strcmp (template + n - 6, "XXXXXX") != 0) {
    fail (EINVAL);
    return NULL;
  }
  for (int tries = 0; tries < 100; tries++) {
    uint64_t number = random_next ();
    for (int i = 0; i < 6; i++, number >>= 5)
      template[n - 6 + (size_t) i] = "abcdefghijklmnopqrstuvwxyz234567"[number % 32];
    if (!make_directory (template, 0700, CALLER))
      return template;
  }
  return NULL;
}

/* ---- the working directory and the mask ---- */

int
chdir (const char *path)
{
  char at[PATH_MAX];
  if (!files_are_ours ())
    return (int) files_result (SYS_CALL (chdir, path));
  int error = begin_tree (NATIVE_FILE_LOOKUP, AT_FDCWD, path, at, CALLER);
  error = error ? error : names_resolve (AT_FDCWD, path, true, at);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind != NODE_DIRECTORY)
    return fail (error ? error : n ? ENOTDIR : ENOENT);
  names_change_directory (at);
  return 0;
}

char *
getcwd (char *to, size_t room)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ()) {
    char *made = to ? to : heap_alloc (room ? room : PATH_MAX, 16, pc);
    return files_result (SYS_CALL (getcwd, made, to || room ? room : PATH_MAX)) > 0 ? made : NULL;
  }
  struct rt_thread *t = file_begin (NATIVE_FILE_LOOKUP, pc);
  file_touch (t, NAMES_TREE, ACCESS_READ);
  file_announce (t);
  size_t bytes = strlen (names_directory ()) + 1;
  if ((to || room) && room < bytes) {
    fail (ERANGE);
    return NULL;
  }
  to = to ? to : heap_alloc (room ? room : bytes, 16, pc);
  if (to)
    file_give (to, names_directory (), bytes, pc);
  return to;
}

mode_t
umask (mode_t mask)
{
  if (!files_are_ours ())
    return (mode_t) SYS_CALL (umask, mask);
  struct rt_thread *t = file_begin (NATIVE_FILE_LOOKUP, CALLER);
  file_touch (t, NAMES_TREE, ACCESS_WRITE);
  file_announce (t);
  return names_change_mask (mask);
}

/* ---- the same under other names ---- */

#define ALSO(other, name) __asm__ (".globl " #other "\n.set " #other ", " #name)
ALSO (stat64, stat);
ALSO (lstat64, lstat);
ALSO (fstatat64, fstatat);
ALSO (truncate64, truncate);
