/* Calls on streams that read or write memory of the program. */

#include "native/runtime/stream.h"

#include <string.h>

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
read_items (void *to, size_t size, size_t count, FILE *f, bool locked, uint64_t pc)
{
  stream_begin (f, locked, pc);
  void *place = is_stepwise () ? files_alloc (size * count) : to;
  size_t n = real_fread (place, size, count, f);
  if (place != to)
    file_give (to, place, n * size, pc);
  else
    was_written (to, n * size, pc);
  return n;
}

static size_t
write_items (const void *from, size_t size, size_t count, FILE *f, bool locked, uint64_t pc)
{
  if (files_are_ours ())
    from = file_bring (from, size * count, pc);
  stream_begin (f, locked, pc);
  return real_fwrite (from, size, count, f);
}

static char *
read_line (char *to, int room, FILE *f, bool locked, uint64_t pc)
{
  stream_begin (f, locked, pc);
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
write_text (const char *text, FILE *f, bool locked, uint64_t pc)
{
  if (files_are_ours ())
    text = file_bring (text, strlen (text) + 1, pc);
  stream_begin (f, locked, pc);
  return real_fputs (text, f);
}

static ssize_t
read_until (char **line, size_t *room, int end, FILE *f, uint64_t pc)
{
  stream_begin (f, LOCKED, pc);
  ssize_t n = real_getdelim (line, room, end, f);
  was_written (line, sizeof *line, pc);
  was_written (room, sizeof *room, pc);
  if (n >= 0)
    was_written (*line, (size_t) n + 1, pc);
  return n;
}

size_t
fread (void *restrict to, size_t size, size_t count, FILE *restrict f)
{
  return read_items (to, size, count, f, LOCKED, CALLER);
}

size_t
(fread_unlocked) (void *restrict to, size_t size, size_t count, FILE *restrict f)
{
  return read_items (to, size, count, f, UNLOCKED, CALLER);
}

size_t
fwrite (const void *restrict from, size_t size, size_t count, FILE *restrict f)
{
  return write_items (from, size, count, f, LOCKED, CALLER);
}

size_t
(fwrite_unlocked) (const void *restrict from, size_t size, size_t count, FILE *restrict f)
{
  return write_items (from, size, count, f, UNLOCKED, CALLER);
}

char *
fgets (char *restrict to, int room, FILE *restrict f)
{
  return read_line (to, room, f, LOCKED, CALLER);
}

char *
fgets_unlocked (char *restrict to, int room, FILE *restrict f)
{
  return read_line (to, room, f, UNLOCKED, CALLER);
}

int
fputs (const char *restrict text, FILE *restrict f)
{
  return write_text (text, f, LOCKED, CALLER);
}

int
fputs_unlocked (const char *restrict text, FILE *restrict f)
{
  return write_text (text, f, UNLOCKED, CALLER);
}

ssize_t
getdelim (char **restrict line, size_t *restrict room, int end, FILE *restrict f)
{
  return read_until (line, room, end, f, CALLER);
}

ssize_t __getdelim (char **restrict, size_t *restrict, int, FILE *restrict);
ssize_t
__getdelim (char **restrict line, size_t *restrict room, int end, FILE *restrict f)
{
  return read_until (line, room, end, f, CALLER);
}

ssize_t
getline (char **restrict line, size_t *restrict room, FILE *restrict f)
{
  return read_until (line, room, '\n', f, CALLER);
}
