/* Format of each staged file:
 *
 *     length of the path, length of the contents (size_t each), the path, the contents */
#include "cli/staged.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/mem.h"

bool
staged_begin (struct staged_file *f, FILE *staged, const char *path)
{
  *f = (struct staged_file) {.staged = staged, .path = path};
  if (staged)                     /* messages belong to the engine that wrote the file */
    f->stream = whole_file_is_possible (path) ? tmpfile () : NULL;
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
  if (!f->staged)
    return whole_file_end (&f->whole, is_complete);
  long end = ftell (f->stream);
  size_t lengths[2] = {strlen (f->path), end < 0 ? 0 : (size_t) end};
  rewind (f->stream);
  bool ok = is_complete && end >= 0 && !ferror (f->stream) && fwrite (lengths, sizeof lengths, 1, f->staged) == 1
            && fwrite (f->path, 1, lengths[0], f->staged) == lengths[0] && staged_copy (f->stream, f->staged, lengths[1]) && !fflush (f->staged);
  return !fclose (f->stream) && ok;
}

bool
staged_write (FILE *staged)
{
  size_t lengths[2];
  bool ok = true;
  rewind (staged);
  while (ok && fread (lengths, sizeof lengths, 1, staged) == 1) {
    char *path = mem_zalloc (lengths[0] + 1);
    ok = fread (path, 1, lengths[0], staged) == lengths[0];
    struct whole_file f;
    ok = ok && whole_file_begin (&f, path) && whole_file_end (&f, staged_copy (staged, f.stream, lengths[1]));
    if (!ok)
      fprintf (stderr, "mazurka: error: cannot write %s: %s\n", path, whole_file_reason (errno));
    mem_free (path);
  }
  return ok;
}
