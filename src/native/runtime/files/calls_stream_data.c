/* Calls on streams that also access memory of the program. */

#include "native/runtime/files/stream.h"

#include <assert.h>
#include <string.h>

#include "native/runtime/libc/format.h"
#include "native/runtime/libc/libc.h"

static bool
is_stepwise (void)
{
  return files_are_ours () && rt->orders.allow_races;
}

static void
was_written (const void *to, size_t bytes, uint64_t pc)
{
  if (rt && rt->current && bytes)
    rt_plain (to, bytes, true, pc);
}

static size_t
read_items (void *to, size_t size, size_t count, FILE *f, enum stream_use use, uint64_t pc)
{
  stream_begin (f, use, pc);
  void *place = is_stepwise () ? files_alloc (size * count) : to;
  size_t n = real_fread (place, size, count, f);
  assert (n <= count);
  if (place != to)
    file_give (to, place, n * size, pc);
  else
    was_written (to, n * size, pc);
  return n;
}

static size_t
write_items (const void *from, size_t size, size_t count, FILE *f, enum stream_use use, uint64_t pc)
{
  if (files_are_ours ())
    from = file_bring (from, size * count, pc);
  stream_begin (f, use, pc);
  return real_fwrite (from, size, count, f);
}

static char *
read_line (char *to, int room, FILE *f, enum stream_use use, uint64_t pc)
{
  stream_begin (f, use, pc);
  char *place = is_stepwise () ? files_alloc ((size_t) room) : to;
  if (!real_fgets (place, room, f))
    return NULL;
  if (place != to)
    file_give (to, place, strlen (place) + 1, pc);
  else
    was_written (to, strlen (to) + 1, pc);
  return to;
}

static int
write_text (const char *text, FILE *f, enum stream_use use, uint64_t pc)
{
  if (files_are_ours ())
    text = file_bring (text, strlen (text) + 1, pc);
  stream_begin (f, use, pc);
  return real_fputs (text, f);
}

static ssize_t
read_until (char **line, size_t *room, int end, FILE *f, uint64_t pc)
{
  stream_begin (f, LOCKED, pc);
  ssize_t n = real_getdelim (line, room, end, f);
  assert (n < 0 || (size_t) n < *room);
  was_written (line, sizeof *line, pc);
  was_written (room, sizeof *room, pc);
  if (n >= 0)
    was_written (*line, (size_t) n + 1, pc);
  return n;
}

EXPORT size_t
fread (void *restrict to, size_t size, size_t count, FILE *restrict f)
{
  return read_items (to, size, count, f, LOCKED, CALLER);
}

EXPORT size_t
(fread_unlocked) (void *restrict to, size_t size, size_t count, FILE *restrict f)
{
  return read_items (to, size, count, f, UNLOCKED, CALLER);
}

EXPORT size_t
fwrite (const void *restrict from, size_t size, size_t count, FILE *restrict f)
{
  return write_items (from, size, count, f, LOCKED, CALLER);
}

EXPORT size_t
(fwrite_unlocked) (const void *restrict from, size_t size, size_t count, FILE *restrict f)
{
  return write_items (from, size, count, f, UNLOCKED, CALLER);
}

EXPORT char *
fgets (char *restrict to, int room, FILE *restrict f)
{
  return read_line (to, room, f, LOCKED, CALLER);
}

EXPORT char *
fgets_unlocked (char *restrict to, int room, FILE *restrict f)
{
  return read_line (to, room, f, UNLOCKED, CALLER);
}

EXPORT int
fputs (const char *restrict text, FILE *restrict f)
{
  return write_text (text, f, LOCKED, CALLER);
}

EXPORT int
fputs_unlocked (const char *restrict text, FILE *restrict f)
{
  return write_text (text, f, UNLOCKED, CALLER);
}

EXPORT ssize_t
getdelim (char **restrict line, size_t *restrict room, int end, FILE *restrict f)
{
  return read_until (line, room, end, f, CALLER);
}

ssize_t __getdelim (char **restrict, size_t *restrict, int, FILE *restrict);
EXPORT ssize_t
__getdelim (char **restrict line, size_t *restrict room, int end, FILE *restrict f)
{
  return read_until (line, room, end, f, CALLER);
}

EXPORT ssize_t
getline (char **restrict line, size_t *restrict room, FILE *restrict f)
{
  return read_until (line, room, '\n', f, CALLER);
}

/* ---- positions, wide characters ---- */

#define POSITION(name, type, write)                         \
  EXPORT int name (FILE *restrict f, type *restrict at)     \
  {                                                         \
    uint64_t pc = CALLER;                                   \
    stream_begin (f, LOCKED, pc);                           \
    int result = real_##name (f, at);                       \
    if (rt && rt->current)                                  \
      rt_plain (at, sizeof *at, write, pc);                 \
    return result;                                          \
  }
POSITION (fgetpos, fpos_t, true)
POSITION (fgetpos64, fpos64_t, true)
POSITION (fsetpos, const fpos_t, false)
POSITION (fsetpos64, const fpos64_t, false)

EXPORT wchar_t *
fgetws (wchar_t *restrict to, int room, FILE *restrict f)
{
  uint64_t pc = CALLER;
  stream_begin (f, WIDE, pc);
  wchar_t *result = real_fgetws (to, room, f);
  if (result)
    was_written (to, libc_wide_length (to, SIZE_MAX) * sizeof *to, pc);
  return result;
}

EXPORT int
fputws (const wchar_t *restrict from, FILE *restrict f)
{
  uint64_t pc = CALLER;
  if (rt && rt->current)
    rt_plain (from, libc_wide_length (from, SIZE_MAX) * sizeof *from, false, pc);
  stream_begin (f, WIDE, pc);
  return real_fputws (from, f);
}

/* ---- formats ---- */

static int
print (FILE *f, const char *format, va_list args, uint64_t pc)
{
  format_printed (format, args, pc);
  stream_begin (f, LOCKED, pc);
  return real_vfprintf (f, format, args);
}

static int
print_wide (FILE *f, const wchar_t *format, va_list args, uint64_t pc)
{
  format_printed_wide (format, args, pc);
  stream_begin (f, WIDE, pc);
  return real_vfwprintf (f, format, args);
}

static int
scan (FILE *f, const char *format, va_list args, uint64_t pc)
{
  va_list again;
  va_copy (again, args);
  stream_begin (f, LOCKED, pc);
  int n = real___isoc99_vfscanf (f, format, again);
  va_end (again);
  format_scanned (format, args, n, pc);
  return n;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
FORMATTED (fprintf, vfprintf, print (f, format, args, pc), FILE *restrict f, const char *restrict format)
FORMATTED (fwprintf, vfwprintf, print_wide (f, format, args, pc), FILE *restrict f, const wchar_t *restrict format)
FORMATTED (__isoc99_fscanf, __isoc99_vfscanf, scan (f, format, args, pc), FILE *restrict f, const char *restrict format)
#pragma GCC diagnostic pop

ALSO (fscanf, __isoc99_fscanf);
