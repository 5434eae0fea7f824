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
#include <sys/stat.h>
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

/* A stranger's process has really written all of the file: holes would become space on the disk here. */
static bool
is_whole (FILE *all, off_t *size, bool is_strangers)
{
  struct stat st;
  if (fstat (fileno (all), &st))
    return false;
  *size = st.st_size;
  return !is_strangers || (st.st_blocks + 64) * 512 >= st.st_size;
}

bool
staged_write (FILE *all, staged_may_fn *may, void *context)
{
  enum { MOST_FILES = 1000 };
  size_t lengths[2];
  off_t size = 0, at = 0;
  bool ok = is_whole (all, &size, may != NULL), is_refused = !ok;
  if (is_refused)
    fputs ("mazurka: error: the output files of the check are not whole\n", stderr);
  rewind (all);
  for (int i = 0; !is_refused && fread (lengths, sizeof lengths, 1, all) == 1; i++) {
    struct staged_file f;
    char path[PATH_MAX] = "";
    off_t left = size - at - (off_t) sizeof lengths;
    is_refused = i == MOST_FILES || lengths[0] >= sizeof path || left < (off_t) lengths[0] || lengths[1] > (size_t) left - lengths[0]
                 || fread (path, 1, lengths[0], all) != lengths[0] || strlen (path) != lengths[0];
    enum staged_fate fate = is_refused ? STAGED_REFUSED : may ? may (context, path) : STAGED_WANTED;
    is_refused = fate == STAGED_REFUSED;
    errno = EPERM;
    bool written = !is_refused && staged_begin (&f, path) && staged_end (&f, staged_copy (all, f.stream, lengths[1]));
    if (!written)
      clean_print (stderr, "mazurka: %s: cannot write %s: %s\n", fate == STAGED_OPTIONAL ? "warning" : "error", path, whole_file_reason (errno));
    ok &= written || fate == STAGED_OPTIONAL;
    at += (off_t) (sizeof lengths + lengths[0] + lengths[1]);
    is_refused |= fseeko (all, at, SEEK_SET) != 0;
  }
  return ok;
}
