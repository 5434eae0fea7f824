/* read, write and what else programs do with a descriptor. */

#include "native/runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include "native/runtime/heap.h"
#include "native/runtime/sys.h"

static int
fail (int error)
{
  errno = error;
  return -1;
}

/* ---- reading and writing ---- */

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

/* The descriptor, if it may be used so. */
static struct description *
find_for (int fd, int not_with, uint64_t pc)
{
  struct description *d = fd_find (fd, pc);
  if (d && ((d->flags & O_ACCMODE) == not_with || d->node->kind == NODE_DIRECTORY)) {
    fail (d->node->kind == NODE_DIRECTORY ? EISDIR : EBADF);
    return NULL;
  }
  return d;
}

/* Who reads from an empty pipe waits. */
static struct rt_thread *
begin_pipe_read (struct description *d, uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_FILE_READ, pc);
  bool waits = !(d->flags & O_NONBLOCK);
  spin_broken (t);
  t->object = d->node;
  if (waits)
    t->ready = has_data;
  file_touch (t, d->node->id, waits ? ACCESS_WAIT : ACCESS_WRITE);
  file_announce (t);
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
  struct description *d = find_for (fd, O_WRONLY, pc);
  const char *from = NULL;
  if (!d)
    return -1;
  if (at && d->node->kind == NODE_PIPE)
    return fail (ESPIPE);
  if (at && *at < 0)
    return fail (EINVAL);
  struct rt_thread *t = begin_read (d, !at, pc);
  if (d->node->kind == NODE_PIPE && !has_data (t)) {
    file_value (t, (uint64_t) -EAGAIN);
    return fail (EAGAIN);
  }
  ssize_t n = at ? node_take_at (d->node, (uint64_t) *at, bytes, &from) : description_take (d, bytes, &from);
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
  file_announce (t);
  if (is_pipe)
    file_pass_time (d->to);
  return t;
}

static ssize_t
file_write (int fd, const void *from, size_t bytes, const off_t *at, uint64_t pc)
{
  struct description *d = find_for (fd, O_RDONLY, pc);
  if (!d)
    return -1;
  if (at && (d->to->kind == NODE_PIPE || *at < 0))
    return fail (*at < 0 ? EINVAL : ESPIPE);
  from = file_bring (from, bytes, pc);
  if (d->to->kind == NODE_PIPE && !bytes)
    return 0;
  struct rt_thread *t = begin_write (d, !at, pc);
  if (d->to->kind == NODE_PIPE && !d->to->readers) {
    rt_partial ("a pipe is written to that nobody reads: SIGPIPE is not delivered");
    file_value (t, (uint64_t) -EPIPE);
    return fail (EPIPE);
  }
  ssize_t n = at ? node_write_at (d->to, (uint64_t) *at, from, bytes) : description_write (d, from, bytes);
  file_value (t, (uint64_t) n);
  return n;
}

ssize_t
read (int fd, void *to, size_t bytes)
{
  return files_has (fd) ? file_read (fd, to, bytes, NULL, CALLER) : outside_read (fd, to, bytes, CALLER);
}

ssize_t
write (int fd, const void *from, size_t bytes)
{
  return files_has (fd) ? file_write (fd, from, bytes, NULL, CALLER) : files_result (sys_write (fd, from, bytes));
}

ssize_t
pread (int fd, void *to, size_t bytes, off_t at)
{
  return files_has (fd) ? file_read (fd, to, bytes, &at, CALLER) : files_result (sys_pread (fd, to, bytes, at));
}

ssize_t
pwrite (int fd, const void *from, size_t bytes, off_t at)
{
  return files_has (fd) ? file_write (fd, from, bytes, &at, CALLER) : files_result (SYS_CALL (pwrite64, fd, from, bytes, at));
}

/* In one operation, as the kernel does. */
ssize_t
writev (int fd, const struct iovec *parts, int count)
{
  uint64_t pc = CALLER;
  size_t all = 0, done = 0;
  if (!files_has (fd))
    return files_result (SYS_CALL (writev, fd, parts, count));
  for (int i = 0; i < count; i++)
    all += parts[i].iov_len;
  char *joined = files_alloc (all);
  for (int i = 0; i < count; i++) {
    memcpy (joined + done, file_bring (parts[i].iov_base, parts[i].iov_len, pc), parts[i].iov_len);
    done += parts[i].iov_len;
  }
  return file_write (fd, joined, all, NULL, pc);
}

ssize_t
readv (int fd, const struct iovec *parts, int count)
{
  uint64_t pc = CALLER;
  size_t all = 0, done = 0;
  if (!files_has (fd))
    return files_result (SYS_CALL (readv, fd, parts, count));
  for (int i = 0; i < count; i++)
    all += parts[i].iov_len;
  char *joined = files_alloc (all);
  ssize_t n = file_read (fd, joined, all, NULL, pc);
  for (int i = 0; i < count && n > (ssize_t) done; i++) {
    size_t here = (size_t) n - done < parts[i].iov_len ? (size_t) n - done : parts[i].iov_len;
    file_give (parts[i].iov_base, joined + done, here, pc);
    done += here;
  }
  return n;
}

off_t
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

/* ---- what is known of the file ---- */

/* An operation on the node; NULL: errno says why not. */
static struct node *
touch_node (int fd, enum native_op kind, enum access_how how, uint64_t pc)
{
  struct description *d = fd_find (fd, pc);
  if (!d)
    return NULL;
  if (d->node->kind == NODE_OUTPUT)
    return d->node;
  struct rt_thread *t = file_begin (kind, pc);
  file_touch (t, d->node->id, how);
  file_announce (t);
  return d->node;
}

int
file_stat (int fd, struct stat *out, uint64_t pc)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fstat, fd, out));
  struct stat found;
  struct node *n = touch_node (fd, NATIVE_FILE_STAT, ACCESS_READ, pc);
  if (!n)
    return -1;
  node_stat (n, &found);
  file_give (out, &found, sizeof found, pc);
  return 0;
}

int
fstat (int fd, struct stat *out)
{
  return file_stat (fd, out, CALLER);
}

int
fchmod (int fd, mode_t mode)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fchmod, fd, mode));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, CALLER);
  if (n)
    n->stat.st_mode = (n->stat.st_mode & S_IFMT) | (mode & 07777);
  return n ? 0 : -1;
}

int
fchown (int fd, uid_t user, gid_t group)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (fchown, fd, user, group));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, CALLER);
  if (!n)
    return -1;
  n->stat.st_uid = user == (uid_t) -1 ? n->stat.st_uid : user;
  n->stat.st_gid = group == (gid_t) -1 ? n->stat.st_gid : group;
  return 0;
}

static int
change_times (int fd, const struct timespec times[2], uint64_t pc)
{
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (utimensat, fd, NULL, times, 0));
  struct node *n = touch_node (fd, NATIVE_FILE_CHANGE, ACCESS_WRITE, pc);
  if (!n)
    return -1;
  node_set_times (n, times);
  return 0;
}

int
futimens (int fd, const struct timespec times[2])
{
  return change_times (fd, times, CALLER);
}

int
futimes (int fd, const struct timeval times[2])
{
  struct timespec exact[2];
  for (int i = 0; times && i < 2; i++)
    exact[i] = (struct timespec) {times[i].tv_sec, 1000 * times[i].tv_usec};
  return change_times (fd, times ? exact : NULL, CALLER);
}

void
file_make_room (struct node *n, size_t bytes, uint64_t pc)
{
  struct rt_thread *t = file_begin (NATIVE_FILE_TRUNCATE, pc);
  file_touch (t, n->id, ACCESS_WRITE);
  file_announce (t);
  file_value (t, bytes);
  node_resize (n, bytes);
  node_changed (n);
}

int
ftruncate (int fd, off_t bytes)
{
  uint64_t pc = CALLER;
  if (!files_has (fd))
    return (int) files_result (SYS_CALL (ftruncate, fd, bytes));
  struct description *d = find_for (fd, O_RDONLY, pc);
  if (!d || d->node->kind != NODE_FILE || bytes < 0)
    return fail (EINVAL);
  file_make_room (d->node, (size_t) bytes, pc);
  return 0;
}

static int
with_room (int fd, off_t at, off_t bytes, uint64_t pc)
{
  struct description *d = find_for (fd, O_RDONLY, pc);
  if (!d || d->node->kind != NODE_FILE || at < 0 || bytes <= 0)
    return EINVAL;
  struct rt_thread *t = file_begin (NATIVE_FILE_TRUNCATE, pc);
  file_touch (t, d->node->id, ACCESS_WRITE);
  file_announce (t);
  node_resize (d->node, 0 + d->node->size);   /* loads it */
  if ((size_t) (at + bytes) > d->node->size)
    node_resize (d->node, (size_t) (at + bytes));
  return 0;
}

int
posix_fallocate (int fd, off_t at, off_t bytes)
{
  return files_has (fd) ? with_room (fd, at, bytes, CALLER) : (int) -SYS_CALL (fallocate, fd, 0, at, bytes);
}

int
posix_fadvise (int fd, off_t at, off_t bytes, int advice)
{
  return files_has (fd) ? 0 : (int) -SYS_CALL (fadvise64, fd, at, bytes, advice);
}

static int
is_there (int fd, uint64_t pc)
{
  return fd_find (fd, pc) ? 0 : -1;
}

int
fsync (int fd)
{
  return files_has (fd) ? is_there (fd, CALLER) : (int) files_result (SYS_CALL (fsync, fd));
}

int
fdatasync (int fd)
{
  return files_has (fd) ? is_there (fd, CALLER) : (int) files_result (SYS_CALL (fdatasync, fd));
}

/* ---- printing ---- */

static int
print (int fd, const char *restrict format, va_list args, uint64_t pc)
{
  va_list again;
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

int
vdprintf (int fd, const char *restrict format, va_list args)
{
  return print (fd, format, args, CALLER);
}

int
dprintf (int fd, const char *restrict format, ...)
{
  va_list args;
  va_start (args, format);
  int n = print (fd, format, args, CALLER);
  va_end (args);
  return n;
}

/* ---- memory ---- */

/* Of a file, as it is now. */
static void *
map_file (size_t bytes, int protection, int flags, int fd, off_t offset, uint64_t pc)
{
  struct description *d = fd_find (fd, pc);
  const char *from;
  if (!d)
    return MAP_FAILED;
  if (flags & MAP_FIXED || d->node->kind != NODE_FILE || (flags & MAP_SHARED && protection & PROT_WRITE))
    rt_unsupported ("mmap of a file that is to be written to, or at a given address,");
  struct rt_thread *t = file_begin (NATIVE_FILE_READ, pc);
  file_touch (t, d->node->id, ACCESS_READ);
  file_announce (t);
  size_t rounded = (bytes + 4095) & ~(size_t) 4095;
  char *to = heap_alloc (rounded, 4096, pc);
  if (!to)
    return MAP_FAILED;
  ssize_t n = node_take_at (d->node, (uint64_t) offset, bytes, &from);
  memcpy (to, from, n > 0 ? (size_t) n : 0);
  memset (to + n, 0, rounded - (size_t) n);
  d->node->is_mapped |= flags & MAP_SHARED;
  return to;
}

/* Memory without a name is the program's heap. */
void *
mmap (void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
  bool is_nameless = flags & MAP_ANONYMOUS;
  if (rt && rt->current && is_nameless && !(flags & MAP_FIXED)) {
    size_t rounded = (bytes + 4095) & ~(size_t) 4095;
    void *p = heap_alloc (rounded, 4096, CALLER);
    return p ? memset (p, 0, rounded) : MAP_FAILED;
  }
  if (!is_nameless && files_has (fd))
    return map_file (bytes, protection, flags, fd, offset, CALLER);
  outside_leave ("mmap");
  return (void *) files_result (sys_mmap (at, bytes, protection, flags, fd, offset));
}

int
munmap (void *at, size_t bytes)
{
  if (rt && rt->current && heap_size (at)) {
    heap_free (at, CALLER);
    return 0;
  }
  return (int) files_result (sys_munmap (at, bytes));
}

/* ---- the same under other names ---- */

#define ALSO(other, name) __asm__ (".globl " #other "\n.set " #other ", " #name)
ALSO (pread64, pread);
ALSO (pwrite64, pwrite);
ALSO (lseek64, lseek);
ALSO (fstat64, fstat);
ALSO (ftruncate64, ftruncate);
ALSO (posix_fallocate64, posix_fallocate);
ALSO (posix_fadvise64, posix_fadvise);
ALSO (mmap64, mmap);
