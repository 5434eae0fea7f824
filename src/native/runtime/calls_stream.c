/* Streams: FILE and the functions on it.
 *
 * A stream over one of our descriptors is a cookie stream of libc, which keeps
 * the buffer and calls us to fill and to empty it. A call is one operation on
 * the stream and the file below, since libc locks the stream meanwhile.
 * Printing to stdout and stderr is none: nobody in the program can see in
 * which order the lines come. */

#define __NO_INLINE__ 1           /* libc's headers have some of these functions inline */
#include "native/runtime/files.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <wchar.h>

struct stream {
  FILE *file;
  int fd;
  struct description *description;
  bool is_closed;
  struct stream *next;
};

#define first_stream (*(struct stream **) RT_FILES_STREAMS)
#define STREAMS ((uint64_t) 1 << 62 | 16)   /* the list of them, for fflush (NULL) */

static struct stream *
find (FILE *f)
{
  struct stream *s = first_stream;
  while (s && s->file != f)
    s = s->next;
  return s;
}

static bool
is_standard (FILE *f)
{
  return f == stdin || f == stdout || f == stderr;
}

/* ---- what libc calls ---- */

/* Closing the descriptor below closes the stream too. */
static bool
is_closed (const struct stream *s)
{
  bool closed = *fd_slot (s->fd) != s->description;
  if (closed)
    errno = EBADF;
  return closed;
}

static ssize_t
cookie_read (void *cookie, char *to, size_t bytes)
{
  struct stream *s = cookie;
  const char *from = NULL;
  ssize_t n = is_closed (s) ? -1 : description_take (s->description, bytes, &from);
  if (n > 0)
    memcpy (to, from, (size_t) n);
  return n;
}

static ssize_t
cookie_write (void *cookie, const char *from, size_t bytes)
{
  struct stream *s = cookie;
  ssize_t n = is_closed (s) ? 0 : description_write (s->description, from, bytes);
  return n < 0 ? 0 : n;
}

static int
cookie_seek (void *cookie, off64_t *offset, int whence)
{
  struct stream *s = cookie;
  off_t at = is_closed (s) ? -1 : description_seek (s->description, *offset, whence);
  *offset = at;
  return at < 0 ? -1 : 0;
}

/* ---- opening ---- */

static int
flags_of (const char *mode)
{
  bool both = strchr (mode, '+');
  int flags = strchr (mode, 'x') ? O_EXCL : 0;
  switch (mode[0]) {
  case 'r': return flags | (both ? O_RDWR : O_RDONLY);
  case 'w': return flags | (both ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC;
  case 'a': return flags | (both ? O_RDWR : O_WRONLY) | O_CREAT | O_APPEND;
  default: return -1;
  }
}

static FILE *
open_stream (int fd, const char *mode)
{
  if (fd < 0)
    return NULL;
  struct stream *s = files_alloc (sizeof *s);
  struct description *d = *fd_slot (fd);
  if (d->node->kind == NODE_PIPE || d->to->kind == NODE_PIPE)
    rt_unsupported ("a stream over a pipe");
  cookie_io_functions_t io = {cookie_read, cookie_write, cookie_seek, NULL};
  char plain[] = {mode[0], strchr (mode, '+') ? '+' : '\0', '\0'};
  *s = (struct stream) {.file = fopencookie (s, plain, io), .fd = fd, .description = d, .next = first_stream};
  if (d->path)
    files_tell_name ((uintptr_t) s->file, "%s", d->path);
  first_stream = s;
  return s->file;
}

/* The list of streams is one more, or one less. */
static void
change_streams (uint64_t pc)
{
  struct rt_thread *t = file_begin (NATIVE_STREAM, pc);
  file_touch (t, STREAMS, ACCESS_POST);
  file_announce (t);
}

#define REAL(type, name, parameters, ...)           \
  do {                                              \
    type (*libc) parameters;                        \
    *(void **) &libc = dlsym (RTLD_NEXT, #name);    \
    return libc (__VA_ARGS__);                      \
  } while (0)

FILE *
fopen (const char *restrict path, const char *restrict mode)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ())
    REAL (FILE *, fopen, (const char *, const char *), path, mode);
  int flags = flags_of (mode);
  if (flags < 0) {
    errno = EINVAL;
    return NULL;
  }
  int fd = file_open (AT_FDCWD, path, flags, 0666, pc);
  change_streams (pc);
  return open_stream (fd, mode);
}

FILE *
fdopen (int fd, const char *mode)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    REAL (FILE *, fdopen, (int, const char *), fd, mode);
  if (!fd_find (fd, pc))
    return NULL;
  change_streams (pc);
  return open_stream (fd, mode);
}

FILE *
tmpfile (void)
{
  uint64_t pc = CALLER;
  if (!files_are_ours ())
    REAL (FILE *, tmpfile, (void), );
  change_streams (pc);
  return open_stream (fd_open (node_new (NODE_FILE, S_IFREG | 0600), NULL, O_RDWR, pc), "w+");
}

/* ---- calls ---- */

/* libc's own; found before main, so that every execution has them. */
#define CALLS(X, V)                                                                                     \
  X (LOCKED, int, fgetc, (FILE *f), (f))                                                                \
  X (LOCKED, int, getc, (FILE *f), (f))                                                                 \
  X (LOCKED, int, ungetc, (int c, FILE *f), (c, f))                                                     \
  X (LOCKED, int, fputc, (int c, FILE *f), (c, f))                                                      \
  X (LOCKED, int, putc, (int c, FILE *f), (c, f))                                                       \
  X (LOCKED, int, getw, (FILE *f), (f))                                                                 \
  X (LOCKED, int, putw, (int w, FILE *f), (w, f))                                                       \
  X (LOCKED, int, fseek, (FILE *f, long by, int whence), (f, by, whence))                               \
  X (LOCKED, int, fseeko, (FILE *f, off_t by, int whence), (f, by, whence))                             \
  X (LOCKED, int, fseeko64, (FILE *f, off64_t by, int whence), (f, by, whence))                         \
  X (LOCKED, long, ftell, (FILE *f), (f))                                                               \
  X (LOCKED, off_t, ftello, (FILE *f), (f))                                                             \
  X (LOCKED, off64_t, ftello64, (FILE *f), (f))                                                         \
  X (LOCKED, int, fgetpos, (FILE *restrict f, fpos_t *restrict at), (f, at))                            \
  X (LOCKED, int, fgetpos64, (FILE *restrict f, fpos64_t *restrict at), (f, at))                        \
  X (LOCKED, int, fsetpos, (FILE *f, const fpos_t *at), (f, at))                                        \
  X (LOCKED, int, fsetpos64, (FILE *f, const fpos64_t *at), (f, at))                                    \
  X (LOCKED, int, feof, (FILE *f), (f))                                                                 \
  X (LOCKED, int, ferror, (FILE *f), (f))                                                               \
  X (LOCKED, int, setvbuf, (FILE *restrict f, char *restrict b, int m, size_t n), (f, b, m, n))         \
  X (LOCKED, int, vfprintf, (FILE *restrict f, const char *restrict format, va_list a), (f, format, a)) \
  X (LOCKED, int, __isoc99_vfscanf, (FILE *restrict f, const char *restrict format, va_list a), (f, format, a)) \
  X (LOCKED, wint_t, fgetwc, (FILE *f), (f))                                                            \
  X (LOCKED, wint_t, getwc, (FILE *f), (f))                                                             \
  X (LOCKED, wint_t, fputwc, (wchar_t c, FILE *f), (c, f))                                              \
  X (LOCKED, wint_t, putwc, (wchar_t c, FILE *f), (c, f))                                               \
  X (LOCKED, wint_t, ungetwc, (wint_t c, FILE *f), (c, f))                                              \
  X (LOCKED, wchar_t *, fgetws, (wchar_t *restrict to, int n, FILE *restrict f), (to, n, f))            \
  X (LOCKED, int, fputws, (const wchar_t *restrict from, FILE *restrict f), (from, f))                  \
  X (LOCKED, int, fwide, (FILE *f, int mode), (f, mode))                                                \
  X (LOCKED, int, vfwprintf, (FILE *restrict f, const wchar_t *restrict format, va_list a), (f, format, a)) \
  X (UNLOCKED, int, fgetc_unlocked, (FILE *f), (f))                                                     \
  X (UNLOCKED, int, getc_unlocked, (FILE *f), (f))                                                      \
  X (UNLOCKED, int, fputc_unlocked, (int c, FILE *f), (c, f))                                           \
  X (UNLOCKED, int, putc_unlocked, (int c, FILE *f), (c, f))                                            \
  X (UNLOCKED, int, feof_unlocked, (FILE *f), (f))                                                      \
  X (UNLOCKED, int, ferror_unlocked, (FILE *f), (f))                                                    \
  X (UNLOCKED, int, __uflow, (FILE *f), (f))                                                            \
  X (UNLOCKED, int, __overflow, (FILE *f, int c), (f, c))                                               \
  V (LOCKED, rewind, (FILE *f), (f))                                                                    \
  V (LOCKED, clearerr, (FILE *f), (f))                                                                  \
  V (LOCKED, setbuf, (FILE *restrict f, char *restrict b), (f, b))                                      \
  V (LOCKED, setbuffer, (FILE *f, char *b, size_t n), (f, b, n))                                        \
  V (LOCKED, setlinebuf, (FILE *f), (f))                                                                \
  V (UNLOCKED, clearerr_unlocked, (FILE *f), (f))

/* Those with more to do. */
#define CALLS_APART(X)                                                        \
  X (size_t, fread, (void *, size_t, size_t, FILE *))                         \
  X (size_t, fwrite, (const void *, size_t, size_t, FILE *))                  \
  X (char *, fgets, (char *, int, FILE *))                                    \
  X (int, fputs, (const char *, FILE *))                                      \
  X (ssize_t, getdelim, (char **, size_t *, int, FILE *))                     \
  X (int, fflush, (FILE *))                                                   \
  X (int, fclose, (FILE *))                                                   \
  X (int, fileno, (FILE *))

#define X(locked, type, name, parameters, arguments) static type (*real_##name) parameters;
#define V(locked, name, parameters, arguments) static void (*real_##name) parameters;
#define Y(type, name, parameters) static type (*real_##name) parameters;
CALLS (X, V)
CALLS_APART (Y)
#undef X
#undef V
#undef Y

void
streams_init (void)
{
#define FIND(name) *(void **) &real_##name = dlsym (RTLD_NEXT, #name);
#define X(locked, type, name, parameters, arguments) FIND (name)
#define V(locked, name, parameters, arguments) FIND (name)
#define Y(type, name, parameters) FIND (name)
  CALLS (X, V)
  CALLS_APART (Y)
#undef X
#undef V
#undef Y
}

enum { UNLOCKED, LOCKED };

/* An operation on the stream, and on the file it may read from or write to. */
static void
begin (FILE *f, bool locked, uint64_t pc)
{
  if (!real_fclose)
    streams_init ();
  if (!files_are_ours () || is_standard (f))
    return;
  struct stream *s = find (f);
  struct rt_thread *t = file_begin (NATIVE_STREAM, pc);
  file_touch (t, (uintptr_t) f, ACCESS_WRITE);
  if (s) {
    file_touch (t, s->description->id, ACCESS_WRITE);
    file_touch (t, s->description->node->id, (s->description->flags & O_ACCMODE) == O_RDONLY ? ACCESS_READ : ACCESS_WRITE);
  }
  if (locked)
    file_announce (t);
  else if (t)
    rt_announce (t);
  heap_check ((uintptr_t) f, sizeof *f, true, pc);
  if (!rt->orders.allow_races)
    rt_plain (f, sizeof *f, true, pc);
  if (t && locked)
    race_release (f);             /* and what was done to the stream itself */
}

#define X(locked, type, name, parameters, arguments)        \
  type (name) parameters;                                   \
  type (name) parameters                                    \
  {                                                         \
    begin (f, locked, CALLER);                              \
    return real_##name arguments;                           \
  }
#define V(locked, name, parameters, arguments)              \
  void (name) parameters;                                   \
  void (name) parameters                                    \
  {                                                         \
    begin (f, locked, CALLER);                              \
    real_##name arguments;                                  \
  }
CALLS (X, V)
#undef X
#undef V

int
fprintf (FILE *restrict f, const char *restrict format, ...)
{
  va_list args;
  va_start (args, format);
  begin (f, LOCKED, CALLER);
  int n = real_vfprintf (f, format, args);
  va_end (args);
  return n;
}

#define SCAN(name, with)                                    \
  int name (FILE *restrict f, const char *restrict format, ...);  \
  int name (FILE *restrict f, const char *restrict format, ...)   \
  {                                                         \
    va_list args;                                           \
    va_start (args, format);                                \
    begin (f, LOCKED, CALLER);                              \
    int n = real_##with (f, format, args);                  \
    va_end (args);                                          \
    return n;                                               \
  }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
SCAN (__isoc99_fscanf, __isoc99_vfscanf)
#pragma GCC diagnostic pop

/* ---- calls with memory of the program ---- */

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
  begin (f, locked, pc);
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
  begin (f, locked, pc);
  return real_fwrite (from, size, count, f);
}

static char *
read_line (char *to, int room, FILE *f, bool locked, uint64_t pc)
{
  begin (f, locked, pc);
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
  begin (f, locked, pc);
  return real_fputs (text, f);
}

static ssize_t
read_until (char **line, size_t *room, int end, FILE *f, uint64_t pc)
{
  begin (f, LOCKED, pc);
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

/* ---- flushing, closing, locking ---- */

int
fflush (FILE *f)
{
  uint64_t pc = CALLER;
  if (f || !files_are_ours ()) {
    if (f)
      begin (f, LOCKED, pc);
    else if (!real_fflush)
      streams_init ();
    return real_fflush (f);
  }
  struct rt_thread *t = file_begin (NATIVE_STREAM, pc);
  file_touch (t, STREAMS, ACCESS_READ);
  file_announce (t);
  int result = real_fflush (stdout) | real_fflush (stderr);
  for (struct stream *s = first_stream; s; s = s->next)
    if (!s->is_closed) {
      begin (s->file, LOCKED, pc);
      result |= s->is_closed ? 0 : real_fflush (s->file);
    }
  return result;
}

int
fclose (FILE *f)
{
  uint64_t pc = CALLER;
  begin (f, LOCKED, pc);
  struct stream *s = files_are_ours () ? find (f) : NULL;
  if (!s)
    return real_fclose (f);
  s->is_closed = true;
  int result = real_fclose (f);
  return fd_close (s->fd, pc) | result;
}

int
fileno (FILE *f)
{
  if (!real_fileno)
    streams_init ();
  struct stream *s = files_are_ours () ? find (f) : NULL;
  return s ? s->fd : real_fileno (f);
}

/* Nobody waits here, and the verdict says so. */
static void
say_not_all (void)
{
  if (rt->current->id || rt->current->children)
    rt_partial ("flockfile: that others who use the stream wait is not explored");
}

void
flockfile (FILE *f)
{
  (void) f;
  if (files_are_ours ())
    say_not_all ();
}

int
ftrylockfile (FILE *f)
{
  (void) f;
  if (files_are_ours ())
    say_not_all ();
  return 0;
}

void
funlockfile (FILE *f)
{
  (void) f;
}

/* ---- the same under other names ---- */

#define ALSO(other, name) __asm__ (".globl " #other "\n.set " #other ", " #name)
ALSO (fopen64, fopen);
ALSO (tmpfile64, tmpfile);
ALSO (fileno_unlocked, fileno);
ALSO (fflush_unlocked, fflush);
ALSO (_IO_getc, getc);
ALSO (_IO_putc, putc);
ALSO (fscanf, __isoc99_fscanf);
