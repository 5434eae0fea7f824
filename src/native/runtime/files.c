/* Nodes, open descriptions and descriptors. */

#include "native/runtime/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "native/runtime/sys.h"

#define NAMED 4096                /* objects whose names are told */
#define GONE ((struct description *) 1)   /* closed by a thread that has other numbers: never given again */

struct extent {
  size_t bytes;
  int descriptors;                /* those from here on were never used */
};

#define used ((struct extent *) RT_FILES_USED)
#define table ((struct description **) RT_FILES_TABLE)

_Static_assert (FILES_DESCRIPTORS * sizeof (void *) <= 1u << 20, "the table of descriptors has no room");

bool
files_are_ours (void)
{
  return rt && rt->current && rt->supervisor.out >= 0;
}

bool
files_has (int fd)
{
  return files_are_ours () && (fd < FILES_OPEN_BY_MAIN || fd >= FILES_FIRST_OTHER);
}

/* ---- memory ---- */

void
files_init (void)
{
  static char directory[PATH_MAX];
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  if (sys_mmap ((void *) RT_FILES, RT_FILES_ROOM, PROT_READ | PROT_WRITE, flags, -1, 0) != (long) RT_FILES)
    mem_out (RT_FILES_ROOM);
  long n = SYS_CALL (getcwd, directory, sizeof directory);
  rt->program.directory = n > 0 ? mem_strdup (directory) : "/";
  rt->supervisor.named = own_alloc (NAMED * sizeof *rt->supervisor.named);
}

void *
files_alloc (size_t bytes)
{
  size_t rounded = (bytes + 15) & ~(size_t) 15;
  if (rounded < bytes || rounded > RT_FILES_ROOM - (RT_FILES_REST - RT_FILES) - used->bytes)
    rt_unsupported ("a program that writes so much to files");
  void *p = (char *) RT_FILES_REST + used->bytes;
  used->bytes += rounded;
  return memset (p, 0, bytes);
}

/* Standard input is empty; what the program prints is let through, or not, by
 * who has started us. */
static void
open_standard (int fd)
{
  struct node *n = files_alloc (sizeof *n);
  n->kind = fd ? NODE_OUTPUT : NODE_NULL;
  n->output = fd;
  n->stat = (struct stat) {.st_mode = S_IFCHR | 0666, .st_nlink = 1, .st_ino = 5, .st_blksize = 1024};
  struct description *d = files_alloc (sizeof *d);
  d->id = (uint64_t) 1 << 62 | (uint64_t) (2 + fd);
  d->node = d->to = n;
  d->flags = O_RDWR;
  d->descriptors = 1;
  table[fd] = d;
}

void
files_restore (void)
{
  if (rt->supervisor.out < 0)
    return;
  memset (table, 0, (size_t) used->descriptors * sizeof *table);
  *used = (struct extent) {.descriptors = 3};
  names_restore ();
  memset ((void *) RT_FILES_STREAMS, 0, sizeof (void *));
  for (int fd = 0; fd < 3; fd++)
    open_standard (fd);
}

uint64_t
files_new_id (void)
{
  struct rt_thread *t = rt->current;
  return (uint64_t) 3 << 60 | (((uint64_t) t->id << 32 | ++t->files) * 0x9e3779b97f4a7c15u) >> 4;
}

/* For messages and traces; once each. */
void
files_name_object (uint64_t object, const char *format, ...)
{
  char text[PATH_MAX];
  for (size_t i = 0; i < rt->supervisor.nnamed; i++)
    if (rt->supervisor.named[i] == object)
      return;
  if (rt->supervisor.nnamed == NAMED)
    return;
  rt->supervisor.named[rt->supervisor.nnamed++] = object;
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  size_t n = strlen (rt->program.directory);
  bool is_near = n > 1 && !strncmp (text, rt->program.directory, n) && text[n] == '/' && text[n + 1];
  rt_name_object (object, is_near ? text + n + 1 : text);
}

/* ---- operations ---- */

struct rt_thread *
file_begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = rt->current;
  spin_broken (t);
  if (!t->id && !t->children)
    return NULL;
  return op_begin (kind, pc);
}

void
file_touch (struct rt_thread *t, uint64_t object, enum access_how how)
{
  if (t)
    op_touch (t, (const void *) (uintptr_t) object, how);
}

/* Who sees what another did to a file knows what that one did before: the
 * kernel's locks order them. */
void
file_announce (struct rt_thread *t)
{
  if (!t)
    return;
  uint32_t count = t->op.count;
  rt_announce (t);
  for (uint32_t i = 0; i < count; i++) {
    const void *object = (const void *) (uintptr_t) (t->access[i].object & ~RT_OBJECT);
    race_acquire (object);
    if (t->access[i].how != ACCESS_READ)
      race_release (object);
  }
}

void
file_value (struct rt_thread *t, uint64_t value)
{
  if (t)
    op_value (value);
}

/* Time goes on from who wrote to a pipe to who reads. */
void
file_pass_time (struct node *n)
{
  struct rt_thread *t = rt->current;
  if (t->time < n->time)
    t->time = n->time;
  n->time = t->time;
}

/* Where races are allowed each access is an operation of its own. */
const void *
file_bring (const void *from, size_t bytes, uint64_t pc)
{
  if (!rt->orders.allow_races) {
    rt_plain (from, bytes, false, pc);
    return from;
  }
  char *copy = files_alloc (bytes);
  for (size_t i = 0; i < bytes; i += 8) {
    size_t here = bytes - i < 8 ? bytes - i : 8;
    rt_plain ((const char *) from + i, here, false, pc);
    memcpy (copy + i, (const char *) from + i, here);
  }
  return copy;
}

void
file_give (void *to, const void *from, size_t bytes, uint64_t pc)
{
  if (!rt->orders.allow_races) {
    rt_plain (to, bytes, true, pc);
    memcpy (to, from, bytes);
    return;
  }
  const char *copy = memcpy (files_alloc (bytes), from, bytes);
  for (size_t i = 0; i < bytes; i += 8) {
    size_t here = bytes - i < 8 ? bytes - i : 8;
    rt_plain ((char *) to + i, here, true, pc);
    memcpy ((char *) to + i, copy + i, here);
  }
}

long
files_result (long result)
{
  if (result >= 0 || result < -4095)
    return result;
  errno = (int) -result;
  return -1;
}

/* ---- nodes ---- */

struct node *
node_new (enum node_kind kind, mode_t mode)
{
  struct node *n = files_alloc (sizeof *n);
  n->kind = kind;
  n->id = files_new_id ();
  n->stat = (struct stat) {.st_mode = mode, .st_nlink = 1, .st_ino = n->id >> 4 & 0x7fffffff, .st_dev = 1, .st_blksize = 4096,
                           .st_uid = (uid_t) SYS_CALL (geteuid, 0), .st_gid = (gid_t) SYS_CALL (getegid, 0)};
  node_changed (n);
  n->stat.st_atim = n->stat.st_mtim;
  return n;
}

void
node_changed (struct node *n)
{
  uint64_t now = rt->current->time;
  n->stat.st_mtim = n->stat.st_ctim = (struct timespec) {(time_t) (now / 1000000000u), (long) (now % 1000000000u)};
  if (n->is_mapped)
    rt_partial ("a file is mapped into memory and written to: what the mapping shows is not explored");
}

void
node_set_times (struct node *n, const struct timespec times[2])
{
  node_changed (n);
  if (times && times[0].tv_nsec < 1000000000)
    n->stat.st_atim = times[0];
  if (times && times[1].tv_nsec < 1000000000)
    n->stat.st_mtim = times[1];
}

static void
load (struct node *n)
{
  if (n->room || n->bytes || !n->disk)
    return;
  disk_load (n->disk);
  n->bytes = n->disk->bytes;
  n->size = n->disk->size;
}

void
node_resize (struct node *n, size_t bytes)
{
  load (n);
  if (bytes > n->room) {
    size_t room = bytes < 2 * n->room ? 2 * n->room : bytes + 64;
    char *copy = files_alloc (room);
    if (n->size)
      memcpy (copy, n->bytes, n->size);
    n->bytes = copy;
    n->room = room;
  }
  if (bytes < n->size && n->room)
    memset ((char *) n->bytes + bytes, 0, n->size - bytes);
  n->size = bytes;
}

void
node_stat (const struct node *n, struct stat *out)
{
  *out = n->stat;
  out->st_size = (off_t) n->size;
  out->st_blocks = (blkcnt_t) ((n->size + 511) / 512);
}

ssize_t
node_take_at (struct node *n, uint64_t offset, size_t bytes, const char **from)
{
  if (n->kind == NODE_ZERO || n->kind == NODE_RANDOM) {
    char *made = files_alloc (bytes);
    for (size_t i = 0; n->kind == NODE_RANDOM && i < bytes; i++)
      made[i] = (char) random_next ();
    *from = made;
    return (ssize_t) bytes;
  }
  if (n->kind != NODE_FILE)
    return 0;
  load (n);
  if (offset >= n->size)
    return 0;
  *from = n->bytes + offset;
  return (ssize_t) (bytes < n->size - offset ? bytes : n->size - offset);
}

ssize_t
node_write_at (struct node *n, uint64_t offset, const void *from, size_t bytes)
{
  if (n->kind == NODE_OUTPUT && rt->orders.mode == WIRE_REPLAY && !rt->replaying)
    return sys_write (n->output, from, bytes);
  if (n->kind != NODE_FILE || !bytes)
    return (ssize_t) bytes;
  load (n);
  size_t end = offset + bytes;
  node_resize (n, end > n->size ? end : n->size);
  memcpy ((char *) n->bytes + offset, from, bytes);
  node_changed (n);
  return (ssize_t) bytes;
}

/* ---- descriptions ---- */

static ssize_t
pipe_take (struct node *n, size_t bytes, const char **from)
{
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
  node_resize (n, old + bytes);
  memcpy ((char *) n->bytes + old, from, bytes);
  if (n->size - n->start > capacity)
    rt_partial ("a pipe is full: that writers wait then is not explored");
  return (ssize_t) bytes;
}

ssize_t
description_take (struct description *d, size_t bytes, const char **from)
{
  if (d->node->kind == NODE_PIPE)
    return pipe_take (d->node, bytes, from);
  ssize_t n = node_take_at (d->node, d->offset, bytes, from);
  d->offset += (uint64_t) n;
  return n;
}

ssize_t
description_write (struct description *d, const void *from, size_t bytes)
{
  if (d->to->kind == NODE_PIPE)
    return pipe_write (d->to, from, bytes);
  if (d->flags & O_APPEND) {
    load (d->to);
    d->offset = d->to->size;
  }
  ssize_t n = node_write_at (d->to, d->offset, from, bytes);
  d->offset += (uint64_t) (n > 0 ? n : 0);
  return n;
}

off_t
description_seek (struct description *d, off_t by, int whence)
{
  load (d->node);
  off_t from = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t) d->offset : (off_t) d->node->size;
  bool is_stream = d->node->kind == NODE_PIPE || d->node->kind == NODE_OUTPUT;
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
  bool is_ours = (fd >= 0 && fd < FILES_OPEN_BY_MAIN) || (fd >= FILES_FIRST_OTHER && fd < FILES_DESCRIPTORS);
  struct description **slot = is_ours ? &table[fd] : &table[FILES_OPEN_BY_MAIN];
  return *slot == GONE ? &table[FILES_OPEN_BY_MAIN] : slot;   /* that one is always empty */
}

static void
use (int fd, bool write, uint64_t pc)
{
  rt_plain (&table[fd], sizeof table[fd], write, pc);
}

/* The numbers of a thread. */
static void
find_range (thread_id t, int *first, int *end)
{
  *first = t ? FILES_FIRST_OTHER + ((int) t - 1) * FILES_OPEN_BY_OTHER : 0;
  *end = *first + (t ? FILES_OPEN_BY_OTHER : FILES_OPEN_BY_MAIN);
}

static void
put (int fd, struct description *d, uint64_t pc)
{
  files_name_object ((uintptr_t) &table[fd], "descriptor %d", fd);
  use (fd, true, pc);
  table[fd] = d;
  d->descriptors++;
  if (used->descriptors <= fd)
    used->descriptors = fd + 1;
}

int
fd_add (struct description *d, int least, uint64_t pc)
{
  int first, end;
  find_range (rt->current->id, &first, &end);
  for (int fd = least > first ? least : first; fd < end; fd++)
    if (!table[fd]) {
      put (fd, d, pc);
      return fd;
    }
  rt_unsupported ("a thread with so many open files");
}

int
fd_open (struct node *n, const char *path, int flags, uint64_t pc)
{
  struct description *d = files_alloc (sizeof *d);
  d->id = files_new_id ();
  d->node = d->to = n;
  d->flags = flags;
  if (path) {
    size_t bytes = strlen (path) + 1;
    d->path = memcpy (files_alloc (bytes), path, bytes);
    files_name_object (d->id, "%s", path);
  }
  return fd_add (d, 0, pc);
}

struct description *
fd_find (int fd, uint64_t pc)
{
  struct description **slot = fd_slot (fd);
  if (slot != &table[FILES_OPEN_BY_MAIN])
    use (fd, false, pc);
  if (!*slot)
    errno = EBADF;
  return *slot;
}

/* The last descriptor of an end of a pipe closes it for who is at the other end. */
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
  d->to->writers -= is_writer;
  d->node->readers -= is_reader;
}

int
fd_close (int fd, uint64_t pc)
{
  int first, end;
  struct description *d = fd_find (fd, pc);
  if (!d)
    return -1;
  close_pipe (d, pc);
  use (fd, true, pc);
  d->descriptors--;
  find_range (rt->current->id, &first, &end);
  table[fd] = fd >= first && fd < end ? NULL : GONE;
  return 0;
}
