/* Nodes: the bytes and attributes of files. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <string.h>

#include "native/runtime/core/sys.h"

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

bool
node_times_valid (const struct timespec times[2])
{
  for (int i = 0; times && i < 2; i++) {
    long n = times[i].tv_nsec;
    if ((n < 0 || n > 999999999) && n != UTIME_NOW && n != UTIME_OMIT)
      return false;
  }
  return true;
}

void
node_set_times (struct node *n, const struct timespec times[2])
{
  assert (node_times_valid (times));
  node_changed (n);
  if (times && times[0].tv_nsec < 1000000000)
    n->stat.st_atim = times[0];
  if (times && times[1].tv_nsec < 1000000000)
    n->stat.st_mtim = times[1];
}

void
node_load (struct node *n)
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
  node_load (n);
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
  assert (!n->size || n->bytes);
  assert (!n->room || n->size <= n->room);
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
  node_load (n);
  if (offset >= n->size)
    return 0;
  assert (offset < n->size && n->bytes);
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
  node_load (n);
  size_t end = offset + bytes;
  node_resize (n, end > n->size ? end : n->size);
  assert (n->room && end <= n->size && end <= n->room);   /* not the disk's bytes, which are shared */
  memcpy ((char *) n->bytes + offset, from, bytes);
  node_changed (n);
  return (ssize_t) bytes;
}
