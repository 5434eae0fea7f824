/* Open descriptions (an offset over a node), pipes, and descriptors. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool closes_on_exec[FILES_DESCRIPTORS];   /* in the program's memory. exec is not supported, but the flag can be read */

#define GONE ((struct description *) 1)   /* closed by a thread whose range it is not in: never used again */

/* ---- descriptions ---- */

static ssize_t
pipe_take (struct node *n, size_t bytes, const char **from)
{
  assert (n->kind == NODE_PIPE && n->start <= n->size);
  if (bytes > n->size - n->start)
    bytes = n->size - n->start;
  *from = n->bytes + n->start;
  n->start += bytes;
  return (ssize_t) bytes;
}

static ssize_t
pipe_write (struct node *n, const void *from, size_t bytes)
{
  const size_t capacity = 65536;
  size_t old = n->size;
  assert (n->kind == NODE_PIPE && n->start <= old);
  node_resize (n, old + bytes);
  memcpy ((char *) n->bytes + old, from, bytes);
  if (n->size - n->start > capacity)
    rt_partial ("a pipe is full: blocking on a full pipe is not modelled");
  return (ssize_t) bytes;
}

ssize_t
description_take (struct description *d, size_t bytes, const char **from)
{
  assert (d->descriptors && d->node);
  if (d->node->kind == NODE_PIPE)
    return pipe_take (d->node, bytes, from);
  ssize_t n = node_take_at (d->node, d->offset, bytes, from);
  assert (n >= 0 && (size_t) n <= bytes);
  d->offset += (uint64_t) n;
  return n;
}

ssize_t
description_write (struct description *d, const void *from, size_t bytes)
{
  assert (d->descriptors && d->to);
  if (d->to->kind == NODE_PIPE)
    return pipe_write (d->to, from, bytes);
  if (d->flags & O_APPEND) {
    node_load (d->to);
    d->offset = d->to->size;
  }
  ssize_t n = node_write_at (d->to, d->offset, from, bytes);
  d->offset += (uint64_t) (n > 0 ? n : 0);
  return n;
}

off_t
description_seek (struct description *d, off_t by, int whence)
{
  node_load (d->node);
  off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t) d->offset : (off_t) d->node->size;
  bool is_stream = d->node->kind == NODE_PIPE || d->node->kind == NODE_EVENT || d->node->kind == NODE_OUTPUT;
  if (is_stream || whence < SEEK_SET || whence > SEEK_END || from + by < 0) {
    errno = is_stream ? ESPIPE : EINVAL;
    return -1;
  }
  return (off_t) (d->offset = (uint64_t) (from + by));
}

/* ---- descriptors ---- */

struct description **
fd_slot (int fd)
{
  bool is_ours = (fd >= 0 && fd < FILES_KERNEL) || (fd >= FILES_FIRST_OTHER && fd < FILES_DESCRIPTORS);
  assert (!files_table[FILES_KERNEL]);
  struct description **slot = is_ours ? &files_table[fd] : &files_table[FILES_KERNEL];
  return *slot == GONE ? &files_table[FILES_KERNEL] : slot;   /* the kernel's first number: always empty */
}

static void
use (int fd, bool write, uint64_t pc)
{
  rt_plain (&files_table[fd], sizeof files_table[fd], write, pc);
}

/* The numbers of a thread: a low range and, if it is not main, a high range. */
struct range { int first, end; };

static struct range
low_range (thread_id t)
{
  assert (t < RT_THREADS);
  int first = t ? FILES_OPEN_BY_MAIN + ((int) t - 1) * FILES_LOW : 0;
  return (struct range) {first, t ? first + FILES_LOW : FILES_OPEN_BY_MAIN};
}

static struct range
high_range (thread_id t)
{
  int first = t ? FILES_FIRST_OTHER + ((int) t - 1) * FILES_OPEN_BY_OTHER : 0;
  return (struct range) {first, t ? first + FILES_OPEN_BY_OTHER : 0};
}

static int
find_free (struct range r, int least)
{
  assert (r.first >= 0 && r.first <= r.end && r.end <= FILES_DESCRIPTORS);
  for (int fd = least > r.first ? least : r.first; fd < r.end; fd++)
    if (!files_table[fd])
      return fd;
  return -1;
}

static void
put (int fd, struct description *d, uint64_t pc)
{
  assert (fd >= 0 && fd < FILES_DESCRIPTORS && fd != FILES_KERNEL && !files_table[fd]);
  files_name_object ((uintptr_t) &files_table[fd], "descriptor %d", fd);
  use (fd, true, pc);
  files_table[fd] = d;
  closes_on_exec[fd] = false;
  d->descriptors++;
  if (files_used->descriptors <= fd)
    files_used->descriptors = fd + 1;
}

/* POSIX requires the lowest free number, whichever thread has closed it. */
static void
note_numbers (void)
{
  rt_note ("descriptors of each thread are assumed to have numbers of their own: that one closed by another thread comes back is not explored");
}

int
fd_add (struct description *d, int least, uint64_t pc)
{
  int fd = find_free (low_range (rt->current->id), least);
  if (fd < 0)
    fd = find_free (high_range (rt->current->id), least);
  if (rt->current->id)
    note_numbers ();
  if (fd < 0)
    rt_unsupported ("opening more than 100 files in the first thread, or 70 in another,");
  put (fd, d, pc);
  return fd;
}

int
fd_open (struct node *n, const char *path, int flags, uint64_t pc)
{
  assert (n);
  struct description *d = files_alloc (sizeof *d);
  d->id = files_new_id ();
  d->node = d->to = n;
  d->flags = flags;
  if (path) {
    size_t bytes = strlen (path) + 1;
    d->path = memcpy (files_alloc (bytes), path, bytes);
    files_name_object (d->id, "%s", path);
  }
  int fd = fd_add (d, 0, pc);
  closes_on_exec[fd] = flags & O_CLOEXEC;
  return fd;
}

static void
announce_on_exec (int fd, bool changes, uint64_t pc)
{
  struct rt_thread *t = file_begin (NATIVE_FILE_CHANGE, pc);
  files_name_object ((uintptr_t) &closes_on_exec[fd], "flags of descriptor %d", fd);
  file_touch (t, (uintptr_t) &closes_on_exec[fd], changes ? ACCESS_WRITE : ACCESS_READ);
  file_announce (t);
}

int
fd_flags (int fd, uint64_t pc)
{
  announce_on_exec (fd, false, pc);
  return closes_on_exec[fd] ? FD_CLOEXEC : 0;
}

void
fd_set_flags (int fd, int flags, uint64_t pc)
{
  announce_on_exec (fd, true, pc);
  closes_on_exec[fd] = flags & FD_CLOEXEC;
}

/* The flags decide whether an operation waits, so they are read in a step before it, as the kernel does at the beginning of
 * the call; but only in programs that change them while there are other threads. */
static void
look_at_flags (const struct description *d, uint64_t pc)
{
  if (!(rt->modes & RT_FLAGS))
    return;
  struct rt_thread *t = file_begin (NATIVE_FILE_LOOKUP, pc);
  file_touch (t, fd_flags_object (d), ACCESS_READ);
  file_announce (t);
}

uint64_t
fd_flags_object (const struct description *d)
{
  return d->id + 1;
}

void
fd_change_flags (struct description *d, int flags, uint64_t pc)
{
  assert ((d->flags & O_ACCMODE) == (flags & O_ACCMODE));
  if (rt->current->id || rt->current->children)
    rt_need (RT_FLAGS);
  struct rt_thread *t = file_begin (NATIVE_FILE_CHANGE, pc);
  files_name_object (fd_flags_object (d), "flags of %s", d->path ? d->path : "a descriptor");
  file_touch (t, fd_flags_object (d), ACCESS_WRITE);
  file_announce (t);
  d->flags = flags;
}

struct description *
fd_find (int fd, uint64_t pc)
{
  struct description **slot = fd_slot (fd);
  if (slot != &files_table[FILES_KERNEL])
    use (fd, false, pc);
  if (*slot)
    look_at_flags (*slot, pc);
  if (!*slot)
    errno = EBADF;
  return *slot;
}

/* Closing the last descriptor of an end of a pipe is visible at the other end. */
static void
close_pipe (struct description *d, uint64_t pc)
{
  bool is_reader = d->node->kind == NODE_PIPE && (d->flags & O_ACCMODE) != O_WRONLY,
       is_writer = d->to->kind == NODE_PIPE && (d->flags & O_ACCMODE) != O_RDONLY;
  if (!is_reader && !is_writer)
    return;
  struct rt_thread *t = file_begin (NATIVE_FILE_CLOSE, pc);
  if (is_writer)
    file_touch (t, d->to->id, ACCESS_POST);
  if (is_reader)
    file_touch (t, d->node->id + 1, ACCESS_WRITE);
  file_announce (t);
  if (is_writer)
    file_pass_time (d->to);
  if (d->descriptors > 1)
    return;
  assert (d->to->writers >= is_writer && d->node->readers >= is_reader);
  d->to->writers -= is_writer;
  d->node->readers -= is_reader;
}

int
fd_close (int fd, uint64_t pc)
{
  struct range low = low_range (rt->current->id), high = high_range (rt->current->id);
  struct description *d = fd_find (fd, pc);
  if (!d)
    return -1;
  close_pipe (d, pc);
  use (fd, true, pc);
  assert (d->descriptors);
  d->descriptors--;
  bool is_own = (fd >= low.first && fd < low.end) || (fd >= high.first && fd < high.end);
  files_table[fd] = is_own ? NULL : GONE;
  if (!is_own)
    note_numbers ();
  return 0;
}
