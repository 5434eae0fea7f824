/* Streams: the functions that libc calls to fill and empty a buffer, and the beginning of every call. */

#include "native/runtime/files/stream.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "native/runtime/memory/heap.h"

struct stream *
stream_find (FILE *f)
{
  struct stream *s = first_stream;
  while (s && s->file != f)
    s = s->next;
  return s;
}

/* One of the streams that libc opens: the program may assign another one to stdout. */
static bool
stream_is_standard (const FILE *f)
{
  extern const FILE _IO_2_1_stdin_, _IO_2_1_stdout_, _IO_2_1_stderr_;
  return f == &_IO_2_1_stdin_ || f == &_IO_2_1_stdout_ || f == &_IO_2_1_stderr_;
}

static bool locks_used;           /* in the program's memory */

void
stream_locks_used (void)
{
  locks_used = true;
}

/* Calls on stdout and stderr are not operations. */
static bool
is_print (FILE *f, enum stream_use use, uint64_t pc)
{
  extern const FILE _IO_2_1_stdin_;
  if (!stream_is_standard (f) || f == &_IO_2_1_stdin_)
    return false;
  if (!locks_used && !rt->orders.allow_races)
    race_access ((uintptr_t) f, 1, use == UNLOCKED ? RACE_WRITE : RACE_ATOMIC_WRITE, pc);
  return true;
}

/* glibc's flag _IO_USER_BUF: the program has set a buffer. An unbuffered stream uses a byte in the stream itself. */
static bool
stream_has_buffer (const FILE *f)
{
  enum { USER_BUFFER = 1 };
  return f->_flags & USER_BUFFER && f->_IO_buf_base && f->_IO_buf_base != f->_shortbuf;
}

/* ---- called by libc ---- */

/* A stream whose descriptor was closed fails. */
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
  assert (n <= (ssize_t) bytes && (n <= 0 || from));
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

FILE *
stream_open (int fd, const char *mode)
{
  if (fd < 0)
    return NULL;
  struct stream *s = files_alloc (sizeof *s);
  struct description *d = *fd_slot (fd);
  assert (d && d->descriptors);
  if (d->node->kind == NODE_PIPE || d->to->kind == NODE_PIPE)
    rt_unsupported ("a stream over a pipe");
  cookie_io_functions_t io = {cookie_read, cookie_write, cookie_seek, NULL};
  char plain[] = {mode[0], strchr (mode, '+') ? '+' : '\0', '\0'};
  *s = (struct stream) {.file = fopencookie (s, plain, io), .fd = fd, .description = d, .next = first_stream};
  if (d->path)
    files_name_object ((uintptr_t) s->file, "%s", d->path);
  first_stream = s;
  return s->file;
}

/* ---- calls ---- */

#define X(locked, type, name, parameters, arguments) type (*real_##name) parameters;
#define V(locked, name, parameters, arguments) void (*real_##name) parameters;
#define Y(type, name, parameters) type (*real_##name) parameters;
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

/* The buffer is accessed by libc from now on. */
void
stream_buffer (FILE *f, char *buffer, size_t bytes, uint64_t pc)
{
  stream_begin (f, LOCKED, pc);
  if (buffer && rt && rt->current)
    rt_plain (buffer, bytes, true, pc);
}

void
stream_begin (FILE *f, enum stream_use use, uint64_t pc)
{
  bool locked = use != UNLOCKED;
  if (!real_fclose)
    streams_init ();
  bool buffered = stream_has_buffer (f);
  if (!files_are_ours () || (!buffered && is_print (f, use, pc)))
    return;
  struct stream *s = stream_find (f);
  if (use == WIDE && s) {
    rt->failure.pc = pc;
    rt_unsupported ("a stream of wide characters");   /* a cookie stream has bytes only */
  }
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
  if (buffered)
    rt_plain (f->_IO_buf_base, (size_t) (f->_IO_buf_end - f->_IO_buf_base), true, pc);
  if (t && locked)
    race_release (f);             /* with the accesses to the stream itself, above */
}

