/* Calls that make, remove and change names: unlink, rename, mkdir, ...; the working directory. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "native/runtime/memory/heap.h"
#include "native/runtime/core/sys.h"

/* Directories and links are the tree, which every operation that follows a path
 * reads: these operations are dependent with all of those. */
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
    return files_fail (error ? error : n ? EISDIR : ENOENT);
  if (n->kind == NODE_LINK) {     /* a symbolic link is a part of the tree */
    error = begin_tree (NATIVE_FILE_REMOVE, directory, path, at, pc);
    if (error || !(n = names_node (at)))
      return files_fail (error ? error : ENOENT);
  }
  assert (n->stat.st_nlink);
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
    return files_fail (error ? error : n ? ENOTDIR : ENOENT);
  if (names_list (at, &entries))
    return files_fail (ENOTEMPTY);
  names_set (at, NULL);
  return 0;
}

EXPORT int
unlink (const char *path)
{
  return files_change_ours () ? remove_file (AT_FDCWD, path, CALLER) : (int) files_result (SYS_CALL (unlink, path));
}

EXPORT int
rmdir (const char *path)
{
  return files_change_ours () ? remove_directory (AT_FDCWD, path, CALLER) : (int) files_result (SYS_CALL (rmdir, path));
}

EXPORT int
unlinkat (int directory, const char *path, int flags)
{
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (unlinkat, directory, path, flags));
  return flags & AT_REMOVEDIR ? remove_directory (directory, path, CALLER) : remove_file (directory, path, CALLER);
}

EXPORT int
remove (const char *path)
{
  uint64_t pc = CALLER;
  if (!files_change_ours ()) {
    long result = SYS_CALL (unlink, path);
    return (int) files_result (result == -EISDIR ? SYS_CALL (rmdir, path) : result);
  }
  int result = remove_file (AT_FDCWD, path, pc);
  return result && errno == EISDIR ? remove_directory (AT_FDCWD, path, pc) : result;
}

/* rename; with `keep`, link. The paths are resolved when the operation is executed. */
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
    return files_fail (error ? error : ENOENT);
  if (n->kind == NODE_DIRECTORY)
    rt_unsupported ("rename of a directory");
  names_parent (b, parent);
  if (!names_node (parent))
    return files_fail (ENOENT);
  if (old == n && !keep)
    return 0;
  if (old && (keep || old->kind == NODE_DIRECTORY))
    return files_fail (keep ? EEXIST : EISDIR);
  assert (!old || (old->stat.st_nlink && old != n));
  if (old)
    old->stat.st_nlink--;
  names_set (b, n);
  if (keep)
    n->stat.st_nlink++;
  else names_set (a, NULL);
  return 0;
}

EXPORT int
rename (const char *from, const char *to)
{
  return files_change_ours () ? move (AT_FDCWD, from, AT_FDCWD, to, false, CALLER) : (int) files_result (SYS_CALL (rename, from, to));
}

EXPORT int
renameat (int from_directory, const char *from, int to_directory, const char *to)
{
  return files_change_ours () ? move (from_directory, from, to_directory, to, false, CALLER)
                           : (int) files_result (SYS_CALL (renameat, from_directory, from, to_directory, to));
}

EXPORT int
link (const char *from, const char *to)
{
  return files_change_ours () ? move (AT_FDCWD, from, AT_FDCWD, to, true, CALLER) : (int) files_result (SYS_CALL (link, from, to));
}

/* A directory, or a link to `target`. */
static int
make (int directory, const char *path, enum node_kind kind, mode_t mode, const char *target, uint64_t pc)
{
  char at[PATH_MAX], parent[PATH_MAX];
  assert (kind == (target ? NODE_LINK : NODE_DIRECTORY));
  int error = begin_tree (NATIVE_FILE_MAKE, directory, path, at, pc);
  if (error)
    return files_fail (error);
  if (names_node (at))
    return files_fail (EEXIST);
  names_parent (at, parent);
  if (!names_node (parent))
    return files_fail (ENOENT);
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
  return files_change_ours () ? make (AT_FDCWD, path, NODE_DIRECTORY, S_IFDIR | (mode & ~names_mask ()), NULL, pc)
                           : (int) files_result (SYS_CALL (mkdir, path, mode));
}

EXPORT int
mkdir (const char *path, mode_t mode)
{
  return make_directory (path, mode, CALLER);
}

EXPORT int
mkdirat (int directory, const char *path, mode_t mode)
{
  return files_change_ours () ? make (directory, path, NODE_DIRECTORY, S_IFDIR | (mode & ~names_mask ()), NULL, CALLER)
                           : (int) files_result (SYS_CALL (mkdirat, directory, path, mode));
}

EXPORT int
symlink (const char *target, const char *path)
{
  rt_plain (target, strlen (target) + 1, false, CALLER);
  return files_change_ours () ? make (AT_FDCWD, path, NODE_LINK, S_IFLNK | 0777, target, CALLER)
                           : (int) files_result (SYS_CALL (symlink, target, path));
}

EXPORT char *
mkdtemp (char *template)
{
  size_t n = strlen (template);
  rt_plain (template, n + 1, false, CALLER);
  if (n < 6 || strcmp (template + n - 6, "XXXXXX") != 0) {
    files_fail (EINVAL);
    return NULL;
  }
  rt_plain (template + n - 6, 6, true, CALLER);
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

EXPORT int
chdir (const char *path)
{
  char at[PATH_MAX];
  if (!files_change_ours ())
    return (int) files_result (SYS_CALL (chdir, path));
  int error = begin_tree (NATIVE_FILE_LOOKUP, AT_FDCWD, path, at, CALLER);
  error = error ? error : names_resolve (AT_FDCWD, path, true, at);
  struct node *n = error ? NULL : names_node (at);
  if (!n || n->kind != NODE_DIRECTORY)
    return files_fail (error ? error : n ? ENOTDIR : ENOENT);
  names_change_directory (at);
  return 0;
}

EXPORT char *
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
    files_fail (ERANGE);
    return NULL;
  }
  to = to ? to : heap_alloc (room ? room : bytes, 16, pc);
  if (to)
    file_give (to, names_directory (), bytes, pc);
  return to;
}

EXPORT mode_t
umask (mode_t mask)
{
  if (!files_change_ours ())
    return (mode_t) SYS_CALL (umask, mask);
  struct rt_thread *t = file_begin (NATIVE_FILE_LOOKUP, CALLER);
  file_touch (t, NAMES_TREE, ACCESS_WRITE);
  file_announce (t);
  return names_change_mask (mask);
}
