/* mmap: a mapped file is a copy on the heap. Read-only mappings are listed, and writes to them are found by the race check. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "native/runtime/memory/heap.h"
#include "native/runtime/core/sys.h"

/* Read-only mappings; in the program's memory, so that they are restored with it. */
enum { MOST_FIXED = 64 };
uint32_t map_fixed;
static struct { uintptr_t from, end; } fixed[MOST_FIXED];

static void
note_fixed (const void *p, size_t bytes)
{
  assert (map_fixed <= MOST_FIXED && is_heap ((uintptr_t) p));
  if (map_fixed == MOST_FIXED)
    rt_unsupported ("mmap of so many files that are only read");
  fixed[map_fixed].from = (uintptr_t) p;
  fixed[map_fixed++].end = (uintptr_t) p + bytes;
}

static void
forget_fixed (const void *p)
{
  uint32_t kept = 0;
  for (uint32_t i = 0; i < map_fixed; i++)
    if (fixed[i].from != (uintptr_t) p)
      fixed[kept++] = fixed[i];
  map_fixed = kept;
}

void
map_written (uintptr_t address, size_t bytes, uint64_t pc)
{
  for (uint32_t i = 0; i < map_fixed; i++)
    if (address < fixed[i].end && address + bytes > fixed[i].from) {
      rt->failure.pc = pc;
      rt_fail (FINDING_CRASH, "it writes to memory that is mapped to be read only (SIGSEGV)");
    }
}

static size_t
whole_pages (size_t bytes)
{
  return (bytes + 4095) & ~(size_t) 4095;
}

/* A mapping of a file is a copy of its present contents. */
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
  size_t rounded = whole_pages (bytes);
  char *to = heap_alloc (rounded, 4096, pc);
  if (!to)
    return MAP_FAILED;
  ssize_t n = node_take_at (d->node, (uint64_t) offset, bytes, &from);
  assert (n >= 0 && (size_t) n <= rounded);
  memcpy (to, from, n > 0 ? (size_t) n : 0);
  memset (to + n, 0, rounded - (size_t) n);
  d->node->is_mapped |= flags & MAP_SHARED;
  if (!(protection & PROT_WRITE))
    note_fixed (to, rounded);
  return to;
}

/* Generated code is not instrumented, and the heap that would hold it is not executable. */
static void
refuse_code (int protection, uint64_t pc)
{
  if (protection & PROT_EXEC) {
    rt->failure.pc = pc;
    rt_unsupported ("mmap of memory whose contents are to be executed");
  }
}

/* An anonymous mapping is a heap block, which can always be read and written. */
static void *
map_nameless (size_t bytes, int protection, uint64_t pc)
{
  const int both = PROT_READ | PROT_WRITE;
  size_t rounded = whole_pages (bytes);
  if (rounded < bytes || !bytes) {
    errno = bytes ? ENOMEM : EINVAL;
    return MAP_FAILED;
  }
  if ((protection & both) != both) {
    rt->failure.pc = pc;
    rt_unsupported ("mmap of memory that may not be read and written");
  }
  void *p = heap_alloc (rounded, 4096, pc);
  return p ? memset (p, 0, rounded) : MAP_FAILED;
}

EXPORT void *
mmap (void *at, size_t bytes, int protection, int flags, int fd, off_t offset)
{
  bool is_nameless = flags & MAP_ANONYMOUS;
  if (rt && rt->current && !(flags & MAP_TYPE)) {   /* neither private nor shared */
    errno = EINVAL;
    return MAP_FAILED;
  }
  if (rt && rt->current)
    refuse_code (protection, CALLER);
  if (rt && rt->current && is_nameless && !(flags & MAP_FIXED))
    return map_nameless (bytes, protection, CALLER);
  if (!is_nameless && files_has (fd))
    return map_file (bytes, protection, flags, fd, offset, CALLER);
  outside_leave ("mmap");
  return (void *) files_result (sys_mmap (at, bytes, protection, flags, fd, offset));
}

EXPORT int
munmap (void *at, size_t bytes)
{
  uintptr_t from = (uintptr_t) at;
  bool on_heap = from >= RT_HEAPS && from < RT_HEAPS + RT_THREADS * (uintptr_t) RT_HEAP_ROOM;
  if (!rt || !rt->current || !on_heap)
    return (int) files_result (sys_munmap (at, bytes));
  if (heap_size (at) != whole_pages (bytes)) {
    rt->failure.pc = CALLER;
    rt_unsupported ("munmap of other memory than what one mmap has given");
  }
  forget_fixed (at);
  heap_free (at, CALLER);
  return 0;
}

ALSO (mmap64, mmap);
