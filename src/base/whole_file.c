/* A temporary name beside the target is needed in two cases: the file system has no files without names, or the target
 * exists, which a link cannot replace but a rename can. A process that is killed meanwhile leaves the temporary file; the
 * next process that writes into the same folder removes it. A lock shows that the file is still being written; the file is
 * locked before another process can take it for a leftover. */
#define _GNU_SOURCE
#include "base/whole_file.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/mem.h"

#define PREFIX ".mazurka-out."

/* ---- the stream ---- */

/* Writes to the descriptor and keeps the errno of the first failure, which a stdio stream would lose. */
static ssize_t
put (void *file, const char *bytes, size_t n)
{
  struct whole_file *f = file;
  for (size_t at = 0; at < n;) {
    ssize_t written = write (f->fd, bytes + at, n - at);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0) {
      f->error = f->error ? f->error : written < 0 ? errno : EIO;
      return 0;
    }
    at += (size_t) written;
  }
  return (ssize_t) n;
}

static bool
open_stream (struct whole_file *f)
{
  f->stream = fopencookie (f, "w", (cookie_io_functions_t) {.write = put});
  return f->stream;
}

/* ---- the target ---- */

/* The number of the descriptor that the path names, or -1. */
static int
descriptor_of (const char *path)
{
  static const struct { const char *name; int fd; } names[] = {{"-", 1}, {"/dev/stdout", 1}, {"/dev/stderr", 2}};
  static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp (path, names[i].name))
      return names[i].fd;
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
    size_t n = strlen (folders[i]), digits = strspn (path + (strncmp (path, folders[i], n) ? strlen (path) : n), "0123456789");
    if (digits && digits < 9 && !path[n + digits])
      return atoi (path + n);
  }
  return -1;
}

static int
open_folder (const char *path)
{
  const char *slash = strrchr (path, '/');
  char *folder = mem_strdup (slash ? path : ".");
  if (slash)
    folder[slash == path ? 1 : slash - path] = 0;
  int fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int error = errno;
  mem_free (folder);
  errno = error;
  return fd;
}

/* Whether the folder contains descriptors of processes as links, which the kernel provides. */
static bool
is_kernels (int folder)
{
  enum { PROC_MAGIC = 0x9fa0 };
  struct statfs s;
  return !fstatfs (folder, &s) && s.f_type == PROC_MAGIC;
}

enum target { TARGET_ERROR, TARGET_NEW, TARGET_REPLACED, TARGET_DIRECT };

/* The present kind of the target; with TARGET_ERROR errno is set. */
static enum target
look_at (int folder, const char *name, mode_t *mode)
{
  struct stat s;
  if (!*name)
    errno = EISDIR;
  else if (fstatat (folder, name, &s, AT_SYMLINK_NOFOLLOW))
    return errno == ENOENT ? TARGET_NEW : TARGET_ERROR;
  else if (S_ISLNK (s.st_mode) && !is_kernels (folder))
    errno = ELOOP;
  else if (S_ISDIR (s.st_mode))
    errno = EISDIR;
  else if (!S_ISREG (s.st_mode))
    return TARGET_DIRECT;
  else if (!faccessat (folder, name, W_OK, AT_EACCESS)) {
    *mode = s.st_mode & 0777;
    return TARGET_REPLACED;
  }
  return TARGET_ERROR;
}

/* ---- temporary names ---- */

static void
make_name (char name[32])
{
  uint64_t random = 0;
  if (getrandom (&random, sizeof random, 0) != sizeof random)
    random = (uint64_t) getpid () << 32 ^ (uint64_t) (uintptr_t) &random;     /* O_EXCL still prevents a collision */
  snprintf (name, 32, PREFIX "%016llx", (unsigned long long) random);
}

/* Removes temporary files left by killed processes: those whose lock is free. */
static void
remove_leftovers (int folder)
{
  int fd = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *all = fd < 0 ? NULL : fdopendir (fd);
  struct stat s;
  for (struct dirent *d; all && (d = readdir (all));) {
    if (strncmp (d->d_name, PREFIX, sizeof PREFIX - 1))
      continue;
    int old = openat (folder, d->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (old < 0)
      continue;
    if (!fstat (old, &s) && S_ISREG (s.st_mode) && s.st_uid == geteuid () && !flock (old, LOCK_EX | LOCK_NB))
      unlinkat (folder, d->d_name, 0);
    close (old);
  }
  if (all)
    closedir (all);
  else if (fd >= 0)
    close (fd);
}

/* Creates a temporary file. Between creating and locking it, another process may have removed it as a leftover. */
static int
open_named (struct whole_file *f)
{
  struct stat s;
  for (int i = 0; i < 8; i++) {
    make_name (f->beside);
    int fd = openat (f->folder, f->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0 && errno != EEXIST)
      break;
    if (fd >= 0 && !flock (fd, LOCK_EX) && !fstat (fd, &s) && s.st_nlink)
      return fd;
    if (fd >= 0)
      close (fd);
  }
  *f->beside = 0;
  return -1;
}

static int
open_beside (struct whole_file *f)
{
  int fd = openat (f->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT && errno != EINVAL))
    return fd;
  return open_named (f);
}

/* Gives the unnamed file a name by a link. True: the name now refers to this file. */
static bool
link_as (const struct whole_file *f, const char *name)
{
  char path[40];
  snprintf (path, sizeof path, "/proc/self/fd/%d", f->fd);
  return !linkat (AT_FDCWD, path, f->folder, name, AT_SYMLINK_FOLLOW);
}

static bool
take_name (struct whole_file *f)
{
  if (!*f->beside && !f->mode && link_as (f, f->name))
    return true;
  if (!*f->beside) {
    flock (f->fd, LOCK_EX);
    make_name (f->beside);
    if (!link_as (f, f->beside)) {
      *f->beside = 0;
      return false;
    }
  }
  if (renameat (f->folder, f->beside, f->folder, f->name))
    return false;
  *f->beside = 0;
  return true;
}

/* Syncs the folder, so that the name survives a power failure; a failure is ignored where folders cannot be synced. */
static void
sync_folder (int folder)
{
  int fd = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    fsync (fd);
    close (fd);
  }
}

/* ---- the interface ---- */

/* Releases all resources; errno is unchanged. */
static void
release (struct whole_file *f)
{
  int error = errno;
  if (*f->beside)
    unlinkat (f->folder, f->beside, 0);
  if (f->fd >= 0)
    close (f->fd);
  if (f->folder >= 0)
    close (f->folder);
  mem_free (f->name);
  f->fd = f->folder = -1;
  f->name = NULL;
  errno = error;
}

static bool
begin_directly (struct whole_file *f, const char *name)
{
  int follow = is_kernels (f->folder) ? 0 : O_NOFOLLOW;
  f->fd = openat (f->folder, name, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK | follow);     /* a pipe that nobody reads: ENXIO */
  if (f->fd >= 0)
    fcntl (f->fd, F_SETFL, fcntl (f->fd, F_GETFL) & ~O_NONBLOCK);
  close (f->folder);
  f->folder = -1;
  return f->fd >= 0;
}

bool
whole_file_begin (struct whole_file *f, const char *path)
{
  const char *slash = strrchr (path, '/');
  int descriptor = descriptor_of (path);
  *f = (struct whole_file) {.fd = -1, .folder = -1};
  bool ok;
  if (descriptor >= 0) {
    if (descriptor == 1)
      fflush (stdout);            /* output remains in order */
    ok = (f->fd = fcntl (descriptor, F_DUPFD_CLOEXEC, 3)) >= 0;
  } else {
    f->name = mem_strdup (slash ? slash + 1 : path);
    enum target target = (f->folder = open_folder (path)) < 0 ? TARGET_ERROR : look_at (f->folder, f->name, &f->mode);
    if (target == TARGET_DIRECT)
      ok = begin_directly (f, f->name);
    else if ((ok = target != TARGET_ERROR)) {
      remove_leftovers (f->folder);
      ok = (f->fd = open_beside (f)) >= 0;
    }
  }
  ok = ok && open_stream (f);
  if (!ok)
    release (f);
  return ok;
}

bool
whole_file_end (struct whole_file *f, bool is_complete)
{
  assert (f->fd >= 0 && f->stream);
  bool ok = !ferror (f->stream), closed = !fclose (f->stream);
  ok = ok && closed && !f->error && is_complete;
  f->stream = NULL;
  if (!ok)
    errno = f->error ? f->error : errno ? errno : EIO;
  else if (f->folder >= 0) {
    bool has_mode = !f->mode || !fchmod (f->fd, f->mode);
    ok = has_mode && !fsync (f->fd) && take_name (f);
    if (ok)
      sync_folder (f->folder);
  }
  release (f);
  return ok;
}

bool
whole_file_is_possible (const char *path)
{
  const char *slash = strrchr (path, '/');
  mode_t mode = 0;
  if (descriptor_of (path) >= 0)
    return true;
  int folder = open_folder (path);
  if (folder < 0)
    return false;
  enum target target = look_at (folder, slash ? slash + 1 : path, &mode);
  bool ok = target == TARGET_DIRECT || (target != TARGET_ERROR && !faccessat (folder, ".", W_OK, AT_EACCESS));
  int error = errno;
  close (folder);
  errno = error;
  return ok;
}

const char *
whole_file_reason (int error)
{
  return error == ELOOP ? "it is a symbolic link, and results are not written through links" : strerror (error);
}
