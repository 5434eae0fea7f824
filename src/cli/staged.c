/* Format of each staged file:
 *
 *     length of the path, length of the contents (size_t each), the path, the contents */
#define _GNU_SOURCE
#include "cli/staged.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/mem.h"

static FILE *staged;              /* NULL: files are written at once */

void
staged_into (FILE *all)
{
  staged = all;
}

FILE *
staged_new (void)
{
  int fd = memfd_create ("staged", MFD_CLOEXEC);
  FILE *f = fd < 0 ? NULL : fdopen (fd, "w+");
  if (fd >= 0 && !f)
    close (fd);
  return f;
}

bool
staged_begin (struct staged_file *f, const char *path)
{
  *f = (struct staged_file) {0};
  if (staged && whole_file_is_possible (path) && (f->stream = staged_new ()))   /* messages belong to the process that makes the file */
    f->path = mem_strdup (path);
  else if (staged)
    return false;
  else if (whole_file_begin (&f->whole, path))
    f->stream = f->whole.stream;
  return f->stream;
}

bool
staged_copy (FILE *from, FILE *to, size_t length)
{
  char buffer[4096];
  while (length) {
    size_t n = fread (buffer, 1, length < sizeof buffer ? length : sizeof buffer, from);
    if (!n || fwrite (buffer, 1, n, to) != n)
      return false;
    length -= n;
  }
  return true;
}

bool
staged_end (struct staged_file *f, bool is_complete)
{
  assert (f->stream);
  if (!f->path)
    return whole_file_end (&f->whole, is_complete);
  long end = ftell (f->stream);
  size_t lengths[2] = {strlen (f->path), end < 0 ? 0 : (size_t) end};
  rewind (f->stream);
  bool ok = is_complete && end >= 0 && !ferror (f->stream) && fwrite (lengths, sizeof lengths, 1, staged) == 1
            && fwrite (f->path, 1, lengths[0], staged) == lengths[0] && staged_copy (f->stream, staged, lengths[1]) && !fflush (staged);
  mem_free (f->path);
  return !fclose (f->stream) && ok;
}

bool
staged_write (FILE *all, staged_may_fn *may, void *context)
{
  size_t lengths[2];
  bool ok = true;
  rewind (all);
  while (ok && fread (lengths, sizeof lengths, 1, all) == 1) {
    struct staged_file f;
    char path[PATH_MAX] = "";
    ok = lengths[0] < sizeof path && fread (path, 1, lengths[0], all) == lengths[0];
    errno = ok ? EPERM : EIO;
    ok = ok && (!may || may (context, path)) && staged_begin (&f, path) && staged_end (&f, staged_copy (all, f.stream, lengths[1]));
    if (!ok)
      clean_print (stderr, "mazurka: error: cannot write %s: %s\n", path, whole_file_reason (errno));
  }
  return ok;
}
