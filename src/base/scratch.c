/* The folder for temporary files. See scratch.h. */
#define _GNU_SOURCE
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

#define PREFIX "mazurka-run."

/* Global, because a signal handler needs it: the folder, the process that made it, and its lock. */
static char path[PATH_MAX];
static volatile pid_t maker;
static int lock = -1;

/* ---- removing: only functions that a signal handler may call ---- */

enum { DEEPEST = 4, PASSES = 5 };

static bool empty (int folder, int depth);

static bool
remove_entry (int folder, const char *name, int depth)
{
  if (!unlinkat (folder, name, 0) || errno == ENOENT)
    return true;
  int inner = errno == EISDIR && depth ? openat (folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
  if (inner < 0)
    return false;
  bool removed = empty (inner, depth - 1) && !unlinkat (folder, name, AT_REMOVEDIR);
  close (inner);
  return removed;
}

/* Removes the contents of a folder. A folder that changes while it is read is read again. */
static bool
empty (int folder, int depth)
{
  _Alignas (struct dirent64) char entries[2048];
  bool is_empty = false, failed = false;
  for (int pass = 0; pass < PASSES && !is_empty && !failed; pass++) {
    long n;
    is_empty = true;
    lseek (folder, 0, SEEK_SET);
    while ((n = syscall (SYS_getdents64, folder, entries, sizeof entries)) > 0)
      for (long at = 0; at < n;) {
        const struct dirent64 *d = (const struct dirent64 *) (entries + at);
        at += d->d_reclen;
        if (!strcmp (d->d_name, ".") || !strcmp (d->d_name, ".."))
          continue;
        is_empty = false;
        failed |= !remove_entry (folder, d->d_name, depth);
      }
  }
  return is_empty;
}

/* Removes a folder. Processes left behind by a killed one may still create files in it. */
static void
remove_tree (int above, const char *name, int folder)
{
  for (int i = 0; i < PASSES; i++) {
    empty (folder, DEEPEST);
    if (!unlinkat (above, name, AT_REMOVEDIR) || errno != ENOTEMPTY)
      return;
  }
}

void
scratch_remove (void)
{
  if (!maker || maker != getpid ())
    return;
  maker = 0;
  int error = errno;
  remove_tree (AT_FDCWD, path, lock);
  errno = error;
}

/* ---- making ---- */

static const char *
folder_above (void)
{
  const char *folder = getenv ("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

void
scratch_tidy (void)
{
  int above = open (folder_above (), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *all = above < 0 ? NULL : fdopendir (above);
  struct stat s;
  for (struct dirent *d; all && (d = readdir (all));) {
    if (strncmp (d->d_name, PREFIX, sizeof PREFIX - 1))
      continue;
    int old = openat (above, d->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (old < 0)
      continue;
    if (!fstat (old, &s) && s.st_uid == geteuid () && !flock (old, LOCK_EX | LOCK_NB))
      remove_tree (above, d->d_name, old);
    close (old);
  }
  if (all)
    closedir (all);
  else if (above >= 0)
    close (above);
}

/* Makes and locks the folder. Between the two, another run may have removed it as a leftover; on a file system without
 * locks no run removes it. */
static bool
make (void)
{
  if (snprintf (path, sizeof path, "%s/" PREFIX "XXXXXX", folder_above ()) >= (int) sizeof path) {
    errno = ENAMETOOLONG;
    return false;
  }
  if (!mkdtemp (path))
    return false;
  if ((lock = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) < 0) {
    errno = errno == ENOENT ? EAGAIN : errno;
    return false;
  }
  if ((flock (lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) || access (path, F_OK)) {
    close (lock);
    errno = EAGAIN;
    return false;
  }
  maker = getpid ();
  return true;
}

const char *
scratch_folder (void)
{
  enum { TRIES = 100 };
  if (lock >= 0)
    return path;
  for (int i = 0; i < TRIES; i++)
    if (make ()) {
      atexit (scratch_remove);
      return path;
    } else if (errno != EAGAIN)
      break;
  lock = -1;
  return NULL;
}

static char *
new_name (void)
{
  struct str s = {0};
  const char *folder = scratch_folder ();
  if (!folder)
    return NULL;
  str_printf (&s, "%s/XXXXXX", folder);
  return s.data;
}

char *
scratch_new_folder (void)
{
  char *name = new_name ();
  if (name && mkdtemp (name))
    return name;
  mem_free (name);
  return NULL;
}

char *
scratch_new_file (void)
{
  char *name = new_name ();
  int fd = name ? mkostemp (name, O_CLOEXEC) : -1;
  if (fd >= 0) {
    close (fd);
    return name;
  }
  mem_free (name);
  return NULL;
}

void
scratch_pass_on (void)
{
  if (lock >= 0)
    setenv ("TMPDIR", path, 1);
}
