/* The contents of the disk, each file read once: every execution finds the same,
 * whatever other processes change meanwhile. They are kept in the checker's memory. */

#include "base/digest.h"
#include "native/runtime/files/files.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "base/vec.h"
#include "native/runtime/core/sys.h"

#define BUCKETS 1024

struct disk_table { struct disk *buckets[BUCKETS]; };

struct disk *
disk_look (const char *path)
{
  assert (path[0] == '/');
  if (!rt->disk)
    rt->disk = own_alloc (sizeof *rt->disk);
  struct disk **bucket = &rt->disk->buckets[digest_text (path, strlen (path)) % BUCKETS];
  for (struct disk *d = *bucket; d; d = d->next)
    if (!__builtin_strcmp (d->path, path))
      return d;
  struct disk *d = own_alloc (sizeof *d);
  d->path = mem_strdup (path);
  d->error = (int) -sys_newfstatat (AT_FDCWD, path, &d->stat, AT_SYMLINK_NOFOLLOW);
  d->next = *bucket;
  return *bucket = d;
}

/* A read-only copy: a file that is changed gets bytes of its own. It is kept over executions, in the checker's memory instead of a
 * new mapping, because mappings of libc must get the same addresses in each execution. */
static const char *
keep (const char *bytes, size_t size)
{
  const size_t page = 4096, room = (size + page) & ~(page - 1);
  assert (room > size && room % page == 0);
  char *copy = (char *) (((uintptr_t) own_alloc (room + page) + page - 1) & ~(uintptr_t) (page - 1));
  __builtin_memcpy (copy, bytes, size);
  SYS_CALL (mprotect, copy, room, PROT_READ);
  return copy;
}

static void
load_file (struct disk *d, int fd)
{
  VEC (char) bytes = {0};
  const size_t piece = 1u << 16;
  VEC_RESERVE (bytes, (size_t) d->stat.st_size + 1);
  for (;;) {
    VEC_RESERVE (bytes, bytes.count + piece);
    long n = sys_read (fd, bytes.data + bytes.count, piece);
    if (n < 0)
      d->load_error = (int) -n;
    if (n <= 0)
      break;
    bytes.count += (size_t) n;
  }
  d->size = bytes.count;
  d->bytes = keep (bytes.data, bytes.count);
  VEC_FREE (bytes);
}

struct kernel_entry {
  uint64_t ino, offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

static void
load_directory (struct disk *d, int fd)
{
  VEC (const char *) entries = {0};
  char buffer[4096] __attribute__ ((aligned (8)));
  long n;
  while ((n = sys_getdents64 (fd, buffer, sizeof buffer)) > 0)
    for (long at = 0; at < n;) {
      const struct kernel_entry *e = (const struct kernel_entry *) (buffer + at);
      assert (e->length && at + e->length <= n);
      bool is_dots = e->name[0] == '.' && (!e->name[1] || (e->name[1] == '.' && !e->name[2]));
      if (!is_dots)
        VEC_PUSH (entries, mem_strdup (e->name));
      at += e->length;
    }
  d->load_error = (int) (n < 0 ? -n : 0);
  d->entries = entries.data;
  d->nentries = entries.count;
}

static void
load_link (struct disk *d)
{
  char target[PATH_MAX];
  long n = sys_readlink (d->path, target, sizeof target - 1);
  d->load_error = (int) (n < 0 ? -n : 0);
  target[n < 0 ? 0 : n] = '\0';
  d->bytes = mem_strdup (target);
  d->size = n < 0 ? 0 : (size_t) n;
}

void
disk_load (struct disk *d)
{
  assert (!d->error);
  if (d->is_loaded)
    return;
  d->is_loaded = true;
  if (S_ISLNK (d->stat.st_mode)) {
    load_link (d);
    return;
  }
  int fd = (int) sys_openat (AT_FDCWD, d->path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
  if (fd < 0) {
    d->load_error = -fd;
    return;
  }
  if (S_ISDIR (d->stat.st_mode))
    load_directory (d, fd);
  else
    load_file (d, fd);
  sys_close (fd);
}
