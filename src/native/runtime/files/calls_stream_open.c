/* Calls that open, flush, close and lock streams. */

#include "native/runtime/files/stream.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>

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

/* An operation that adds a stream to the list. */
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

EXPORT FILE *
fopen (const char *restrict path, const char *restrict mode)
{
  uint64_t pc = CALLER;
  if (!files_change_ours ())
    REAL (FILE *, fopen, (const char *, const char *), path, mode);
  rt_plain (mode, strlen (mode) + 1, false, pc);
  int flags = flags_of (mode);
  if (flags < 0) {
    errno = EINVAL;
    return NULL;
  }
  int fd = file_open (AT_FDCWD, path, flags, 0666, pc);
  change_streams (pc);
  return stream_open (fd, mode);
}

EXPORT FILE *
fdopen (int fd, const char *mode)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    REAL (FILE *, fdopen, (int, const char *), fd, mode);
  rt_plain (mode, strlen (mode) + 1, false, pc);
  if (!fd_find (fd, pc))
    return NULL;
  change_streams (pc);
  return stream_open (fd, mode);
}

EXPORT FILE *
tmpfile (void)
{
  uint64_t pc = CALLER;
  if (!files_change_ours ())
    REAL (FILE *, tmpfile, (void), );
  change_streams (pc);
  return stream_open (fd_open (node_new (NODE_FILE, S_IFREG | 0600), NULL, O_RDWR, pc), "w+");
}

/* ---- buffers ---- */

EXPORT int
setvbuf (FILE *restrict f, char *restrict buffer, int mode, size_t bytes)
{
  stream_buffer (f, mode == _IONBF ? NULL : buffer, bytes, CALLER);
  return real_setvbuf (f, buffer, mode, bytes);
}

EXPORT void
setbuffer (FILE *f, char *buffer, size_t bytes)
{
  stream_buffer (f, buffer, bytes, CALLER);
  real_setvbuf (f, buffer, buffer ? _IOFBF : _IONBF, bytes);
}

EXPORT void
setbuf (FILE *restrict f, char *restrict buffer)
{
  stream_buffer (f, buffer, BUFSIZ, CALLER);
  real_setvbuf (f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

/* ---- flushing, closing, locking ---- */

EXPORT int
fflush (FILE *f)
{
  uint64_t pc = CALLER;
  if (f || !files_are_ours ()) {
    if (f)
      stream_begin (f, LOCKED, pc);
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
      stream_begin (s->file, LOCKED, pc);
      result |= s->is_closed ? 0 : real_fflush (s->file);
    }
  return result;
}

EXPORT int
fclose (FILE *f)
{
  uint64_t pc = CALLER;
  stream_begin (f, LOCKED, pc);
  struct stream *s = files_are_ours () ? stream_find (f) : NULL;
  if (!s && files_are_ours () && (f == stdin || f == stdout || f == stderr)) {
    int flushed = fflush (f);     /* the kernel's descriptor is the checker's; the program's number becomes free */
    return fd_close (fileno (f), pc) | flushed;
  }
  if (!s)
    return real_fclose (f);
  s->is_closed = true;
  int result = real_fclose (f);
  return fd_close (s->fd, pc) | result;
}

EXPORT int
fileno (FILE *f)
{
  if (!real_fileno)
    streams_init ();
  struct stream *s = files_are_ours () ? stream_find (f) : NULL;
  return s ? s->fd : real_fileno (f);
}

/* The lock is not modelled: no thread waits for it, and the verdict is not ok. */
static void
say_not_all (void)
{
  stream_locks_used ();
  if (rt->current->id || rt->current->children)
    rt_partial ("flockfile: that others who use the stream wait is not explored");
}

EXPORT void
flockfile (FILE *f)
{
  (void) f;
  if (files_are_ours ())
    say_not_all ();
}

EXPORT int
ftrylockfile (FILE *f)
{
  (void) f;
  if (files_are_ours ())
    say_not_all ();
  return 0;
}

EXPORT void
funlockfile (FILE *f)
{
  (void) f;
}

/* ---- other names ---- */

ALSO (fopen64, fopen);
ALSO (tmpfile64, tmpfile);
ALSO (fileno_unlocked, fileno);
ALSO (fflush_unlocked, fflush);
