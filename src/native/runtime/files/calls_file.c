/* read, write, lseek, ...: operations on the bytes of a descriptor's file. */

#include "native/runtime/files/files.h"
#include "native/runtime/sync/cancel.h"
#include "native/runtime/libc/format.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "native/runtime/core/sys.h"

static bool
is_device (const struct node *n)
{
  return n->kind != NODE_FILE && n->kind != NODE_PIPE;
}

static bool
has_data (struct rt_thread *t)
{
  const struct node *n = t->object;
  return n->size > n->start || !n->writers;
}

struct description *
file_find_for (int fd, int not_with, uint64_t pc)
{
  struct description *d = fd_find (fd, pc);
  if (d && ((d->flags & O_ACCMODE) == not_with || d->node->kind == NODE_DIRECTORY)) {
    files_fail (d->node->kind == NODE_DIRECTORY ? EISDIR : EBADF);
    return NULL;
  }
  return d;
}

/* A read from an empty pipe waits. */
static struct rt_thread *
begin_pipe_read (struct description *d, uint64_t pc)
{
  assert (d->node->kind == NODE_PIPE && d->descriptors);
  struct rt_thread *t = op_begin (NATIVE_FILE_READ, pc);
  bool waits = !(d->flags & O_NONBLOCK);
  spin_broken (t);
  t->object = d->node;
  if (waits)
    t->ready = has_data;
  file_touch (t, d->node->id, waits ? ACCESS_WAIT : ACCESS_WRITE);
  if (waits)
    cancel_while_waiting (t);
  file_announce (t);
  if (waits && cancel_chosen (t))
    cancel_end (t);
  file_pass_time (d->node);
  return t;
}

static struct rt_thread *
begin_read (struct description *d, bool moves, uint64_t pc)
{
  if (d->node->kind == NODE_PIPE)
    return begin_pipe_read (d, pc);
  if (is_device (d->node))
    return NULL;
  struct rt_thread *t = file_begin (NATIVE_FILE_READ, pc);
  file_touch (t, d->node->id, ACCESS_READ);
  if (moves)
    file_touch (t, d->id, ACCESS_WRITE);
  file_announce (t);
  return t;
}

static ssize_t
file_read (int fd, void *to, size_t bytes, const off_t *at, uint64_t pc)
{
  cancel_point (pc);
  struct description *d = file_find_for (fd, O_WRONLY, pc);
  const char *from = NULL;
  if (!d)
    return -1;
  if (at && (d->node->kind == NODE_PIPE || d->node->kind == NODE_EVENT))
    return files_fail (ESPIPE);
  if (d->node->kind == NODE_EVENT)
    return event_read (d, to, bytes, pc);
  if (at && *at < 0)
    return files_fail (EINVAL);
  struct rt_thread *t = begin_read (d, !at, pc);
  if (d->node->kind == NODE_PIPE && !has_data (t)) {
    file_value (t, (uint64_t) -EAGAIN);
    return files_fail (EAGAIN);
  }
  assert (d->node->kind != NODE_PIPE || has_data (&(struct rt_thread) {.object = d->node}));
  ssize_t n = at ? node_take_at (d->node, (uint64_t) *at, bytes, &from) : description_take (d, bytes, &from);
  assert (n >= 0 && (size_t) n <= bytes && (!n || from));
  file_value (t, (uint64_t) n);
  if (n > 0)
    file_give (to, from, (size_t) n, pc);
  return n;
}

static struct rt_thread *
begin_write (struct description *d, bool moves, uint64_t pc)
{
  if (is_device (d->to))
    return NULL;
  struct rt_thread *t = file_begin (NATIVE_FILE_WRITE, pc);
  bool is_pipe = d->to->kind == NODE_PIPE;
  file_touch (t, d->to->id, is_pipe ? ACCESS_POST : ACCESS_WRITE);
  if (is_pipe)
    file_touch (t, d->to->id + 1, ACCESS_WRITE);
  else if (moves)
    file_touch (t, d->id, ACCESS_WRITE);
  if (rt->modes & RT_FLAGS)
    file_touch (t, fd_flags_object (d), ACCESS_READ);   /* O_APPEND */
  file_announce (t);
  if (is_pipe)
    file_pass_time (d->to);
  return t;
}

static ssize_t
file_write (int fd, const void *from, size_t bytes, const off_t *at, uint64_t pc)
{
  cancel_point (pc);
  struct description *d = file_find_for (fd, O_RDONLY, pc);
  if (!d)
    return -1;
  if (at && (d->to->kind == NODE_PIPE || d->to->kind == NODE_EVENT || *at < 0))
    return files_fail (*at < 0 ? EINVAL : ESPIPE);
  if (d->to->kind == NODE_EVENT)
    return event_write (d, from, bytes, pc);
  from = file_bring (from, bytes, pc);
  if (d->to->kind == NODE_PIPE && !bytes)
    return 0;
  struct rt_thread *t = begin_write (d, !at, pc);
  if (d->to->kind == NODE_PIPE && !d->to->readers) {
    rt_partial ("a pipe is written to that nobody reads: SIGPIPE is not delivered");
    file_value (t, (uint64_t) -EPIPE);
    return files_fail (EPIPE);
  }
  ssize_t n = at ? node_write_at (d->to, (uint64_t) *at, from, bytes) : description_write (d, from, bytes);
  file_value (t, (uint64_t) n);
  return n;
}

EXPORT ssize_t
read (int fd, void *to, size_t bytes)
{
  return files_has (fd) ? file_read (fd, to, bytes, NULL, CALLER) : outside_read (fd, to, bytes, CALLER);
}

EXPORT ssize_t
write (int fd, const void *from, size_t bytes)
{
  return files_has (fd) ? file_write (fd, from, bytes, NULL, CALLER) : files_result (sys_write (fd, from, bytes));
}

EXPORT ssize_t
pread (int fd, void *to, size_t bytes, off_t at)
{
  return files_has (fd) ? file_read (fd, to, bytes, &at, CALLER) : files_result (sys_pread (fd, to, bytes, at));
}

EXPORT ssize_t
pwrite (int fd, const void *from, size_t bytes, off_t at)
{
  return files_has (fd) ? file_write (fd, from, bytes, &at, CALLER) : files_result (SYS_CALL (pwrite64, fd, from, bytes, at));
}

/* One operation for all parts, as in the kernel. */
EXPORT ssize_t
writev (int fd, const struct iovec *parts, int count)
{
  uint64_t pc = CALLER;
  size_t all = 0, done = 0;
  if (!files_has (fd))
    return files_result (SYS_CALL (writev, fd, parts, count));
  if (count < 0 || count > IOV_MAX)
    return files_fail (EINVAL);
  rt_plain (parts, (size_t) (count > 0 ? count : 0) * sizeof *parts, false, pc);
  for (int i = 0; i < count; i++)
    all += parts[i].iov_len;
  char *joined = files_alloc (all);
  for (int i = 0; i < count; i++) {
    memcpy (joined + done, file_bring (parts[i].iov_base, parts[i].iov_len, pc), parts[i].iov_len);
    done += parts[i].iov_len;
  }
  assert (done == all);
  return file_write (fd, joined, all, NULL, pc);
}

EXPORT ssize_t
readv (int fd, const struct iovec *parts, int count)
{
  uint64_t pc = CALLER;
  size_t all = 0, done = 0;
  if (!files_has (fd))
    return files_result (SYS_CALL (readv, fd, parts, count));
  if (count < 0 || count > IOV_MAX)
    return files_fail (EINVAL);
  rt_plain (parts, (size_t) (count > 0 ? count : 0) * sizeof *parts, false, pc);
  for (int i = 0; i < count; i++)
    all += parts[i].iov_len;
  char *joined = files_alloc (all);
  ssize_t n = file_read (fd, joined, all, NULL, pc);
  for (int i = 0; i < count && n > (ssize_t) done; i++) {
    size_t here = (size_t) n - done < parts[i].iov_len ? (size_t) n - done : parts[i].iov_len;
    file_give (parts[i].iov_base, joined + done, here, pc);
    done += here;
  }
  assert (n < 0 ? !done : done == (size_t) n);
  return n;
}

EXPORT off_t
lseek (int fd, off_t by, int whence)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    return files_result (SYS_CALL (lseek, fd, by, whence));
  struct description *d = fd_find (fd, pc);
  if (!d)
    return -1;
  struct rt_thread *t = NULL;
  if (!is_device (d->node)) {
    t = file_begin (NATIVE_FILE_SEEK, pc);
    file_touch (t, d->id, ACCESS_WRITE);
    if (whence == SEEK_END)
      file_touch (t, d->node->id, ACCESS_READ);
    file_announce (t);
  }
  off_t result = description_seek (d, by, whence);
  file_value (t, (uint64_t) result);
  return result;
}

/* ---- printing ---- */

static int
print (int fd, const char *restrict format, va_list args, uint64_t pc)
{
  va_list again;
  format_printed (format, args, pc);
  va_copy (again, args);
  int n = vsnprintf (NULL, 0, format, again);
  va_end (again);
  if (n < 0)
    return n;
  if (!files_has (fd)) {
    char text[n + 1];
    vsnprintf (text, sizeof text, format, args);
    return (int) files_result (sys_write (fd, text, (size_t) n));
  }
  char *text = files_alloc ((size_t) n + 1);
  vsnprintf (text, (size_t) n + 1, format, args);
  return (int) file_write (fd, text, (size_t) n, NULL, pc);
}

EXPORT int
vdprintf (int fd, const char *restrict format, va_list args)
{
  return print (fd, format, args, CALLER);
}

EXPORT int
dprintf (int fd, const char *restrict format, ...)
{
  va_list args;
  va_start (args, format);
  int n = print (fd, format, args, CALLER);
  va_end (args);
  return n;
}

/* ---- other names ---- */

ALSO (pread64, pread);
ALSO (pwrite64, pwrite);
ALSO (lseek64, lseek);
