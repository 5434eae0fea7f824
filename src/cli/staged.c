/* Each file is kept as
 *
 *     LENGTH OF THE PATH, LENGTH OF THE CONTENTS (size_t each), the path, the contents
 */
#include "cli/staged.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"

/* Could it be written, if it came to that? Then a message comes from the engine, in its place. */
static bool
is_writable (const char *path)
{
  if (!access (path, F_OK))
    return !access (path, W_OK);
  const char *slash = strrchr (path, '/');
  struct str folder = {0};
  str_add_n (&folder, slash ? path : ".", slash ? (size_t) (slash - path) + 1 : 1);
  bool ok = !access (str_text (&folder), W_OK);
  str_release (&folder);
  return ok;
}

FILE *
staged_open (FILE *staged, const char *path)
{
  if (!staged)
    return fopen (path, "w");
  return is_writable (path) ? tmpfile () : NULL;
}

static bool
copy (FILE *from, FILE *to, size_t length)
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
staged_close (FILE *staged, const char *path, FILE *f)
{
  bool ok = !ferror (f);
  if (staged) {
    long end = ftell (f);
    size_t lengths[2] = {strlen (path), end < 0 ? 0 : (size_t) end};
    rewind (f);
    ok = ok && end >= 0 && fwrite (lengths, sizeof lengths, 1, staged) == 1 && fwrite (path, 1, lengths[0], staged) == lengths[0]
         && copy (f, staged, lengths[1]) && !fflush (staged);
  }
  return !fclose (f) && ok;
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
    FILE *f = ok ? fopen (path, "w") : NULL;
    ok = f && copy (staged, f, lengths[1]);
    if (f)
      ok = !fclose (f) && ok;
    if (!ok)
      fprintf (stderr, "mazurka: error: cannot write %s: %s\n", path, strerror (errno));
    mem_free (path);
  }
  return ok;
}
