/* The program's heap.
 *
 * Each thread allocates from its own region, in ascending order: the address of a
 * block depends only on the earlier allocations of its thread, and a freed block
 * stays marked as freed. Where the program can tell, a freed block may be handed out
 * again (reuse.h): the block that the allocation would have got is then freed at
 * once, so that later addresses do not depend on that choice.
 *
 *     | head 64 | payload, rounded up as glibc does | 16 inaccessible bytes |
 *
 * RT_MARKS has a byte for each 16 bytes: how many of them may be accessed, or
 * why none. Fresh memory is filled with a constant, so that a read of uninitialised
 * memory gives the same value in every execution. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

#include "base/mem.h"
#include "base/digest.h"
#include "native/runtime/state/differences.h"
#include "native/runtime/memory_model/clocks.h"
#include "native/runtime/memory/heap.h"
#include "native/runtime/memory/reuse.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/state/watch.h"

enum { MARK_BORDER = 0, MARK_FREED = 0x80 };   /* 1..16: bytes that may be accessed */
#define FILL 0xbe
#define GUARD 16

/* The first bytes of a region. */
struct region {
  uint64_t used;                  /* bytes, with this header */
};

struct head {
  uint64_t magic;
  uint64_t bytes;
  uint64_t allocated, freed;      /* return addresses of these calls */
  uint64_t thread;
  uint64_t allocation;            /* the address that the allocation would have got without reuse; 0: dropped (drop_fresh) */
  uint64_t freed_at;              /* the end of the freeing thread's region at that time; 0: not freed */
  uint64_t moved_from;            /* argument of the realloc that returned it; 0: none */
};

#define MAGIC 0x6d617a75726b6121u
#define REGION(slot) ((struct region *) (RT_HEAPS + (slot) *RT_HEAP_ROOM))
#define MARK(address) ((uint8_t *) (RT_MARKS + ((uintptr_t) (address) - RT_HEAPS) / 16))

#define BIRTH(address) ((uint32_t *) (RT_BIRTHS + ((uintptr_t) (address) - RT_HEAPS) / 4))
#define ROUNDED(bytes) (((bytes) + 15) & ~(uint64_t) 15)
/* The size of glibc's class: a freed block may be returned for any size of the same class. */
#define ROOM(bytes) ((bytes) < 24 ? 32 : ROUNDED ((bytes) + 8))

/* The first region before main: the allocations of constructors, and its marks. */
struct kept { char *bytes; uint64_t used; };

static struct kept kept;          /* set once, before main */

void
heap_init (void)
{
  static bool done;               /* the first call of malloc comes before any other function of the runtime */
  if (done)
    return;
  done = true;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
  size_t bytes = RT_THREADS * RT_HEAP_ROOM;
  if (sys_mmap ((void *) RT_HEAPS, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) < 0
      || sys_mmap ((void *) RT_MARKS, bytes / 16, PROT_READ | PROT_WRITE, flags, -1, 0) < 0
      || sys_mmap ((void *) RT_BIRTHS, bytes / 4, PROT_READ | PROT_WRITE, flags, -1, 0) < 0)
    mem_out (bytes);
  REGION (0)->used = sizeof (struct head);
}

void
heap_take (void)
{
  assert (!kept.bytes && REGION (0)->used >= sizeof (struct head) && REGION (0)->used % 16 == 0);
  kept.used = REGION (0)->used;
  kept.bytes = own_alloc (kept.used + kept.used / 16 + 16);
  rt_memcpy (kept.bytes, REGION (0), kept.used);
  rt_memcpy (kept.bytes + kept.used, MARK (REGION (0)), kept.used / 16);
}

/* Regions that were never used are skipped: reading them would map a page of each. */
void
heap_clear (void)
{
  for (size_t slot = 0; slot < rt->nthreads; slot++) {
    struct region *r = REGION (slot);
    assert (r->used <= RT_HEAP_ROOM && (!slot || !r->used || rt->allocates[slot]));
    if (slot && !rt->allocates[slot])
      continue;
    if (r->used > sizeof (struct head))
      rt_memset (MARK (r), 0, r->used / 16 + 1);
    r->used = 0;
  }
}

void
heap_restore (void)
{
  assert (kept.bytes && kept.used >= sizeof (struct head));
  heap_clear ();
  rt_memcpy (REGION (0), kept.bytes, kept.used);
  rt_memcpy (MARK (REGION (0)), kept.bytes + kept.used, kept.used / 16);
}

static thread_id
slot_now (void)
{
  return rt && rt->current ? rt->current->id : 0;
}

/* Writes the head, the marks and the initial contents of a block. */
static void
begin_block (uintptr_t at, size_t bytes, uintptr_t allocation, uint64_t pc)
{
  assert (is_heap (at) && at % 16 == 0 && is_heap (allocation) && bytes <= RT_HEAP_ROOM);
  *((struct head *) at - 1) = (struct head) {MAGIC, bytes, pc, 0, slot_now (), allocation, 0, 0};
  rt_memset (MARK (at), 16, ROUNDED (bytes) / 16);
  if (bytes % 16)
    *MARK (at + bytes) = (uint8_t) (bytes % 16);
  rt_memset ((void *) at, FILL, bytes);
  if (rt && rt->watch)
    watch_note (at, bytes, NATIVE_ALLOCATE, pc);
}

static uintptr_t
alloc_fresh (size_t bytes, size_t align, uint64_t pc)
{
  heap_init ();
  trial_stop ();
  struct region *r = REGION (slot_now ());
  if (!r->used)
    r->used = sizeof (struct head);
  if (rt && rt->current) {
    spin_broken (rt->current);
    rt->allocates[rt->current->id] = true;
  }
  if (align < 16)
    align = 16;
  uintptr_t at = (uintptr_t) r + r->used + sizeof (struct head);
  at = (at + align - 1) & ~(align - 1);
  uint64_t limit = rt && rt->orders.memory ? rt->orders.memory : RT_HEAP_ROOM;
  if (bytes >> 47) {              /* more than there are addresses: fails on every system */
    errno = ENOMEM;
    return 0;
  }
  limit = limit < RT_HEAP_ROOM ? limit : RT_HEAP_ROOM;
  uint64_t room = ROOM (bytes);
  if (at + room + GUARD - (uintptr_t) r > limit) {
    char what[100];
    if (rt && rt->current)
      rt->failure.pc = pc;
    snprintf (what, sizeof what, "allocating more than %llu bytes in a thread (--memory)", (unsigned long long) limit);
    rt_unsupported (what);
  }
  assert (at % align == 0 && at - sizeof (struct head) >= (uintptr_t) r + r->used);
  assert (*MARK (at) == MARK_BORDER && *MARK (at + room) == MARK_BORDER);   /* nothing else is there */
  r->used = at + room + GUARD - (uintptr_t) r;
  begin_block (at, bytes, at, pc);
  assert (r->used <= RT_HEAP_ROOM && *MARK (at - 1) == MARK_BORDER && *MARK (at + room) == MARK_BORDER);
  return at;
}

static struct head *
head_of (void *p)
{
  struct head *h = (struct head *) p - 1;
  uintptr_t offset = (uintptr_t) p - RT_HEAPS;
  bool inside = offset < RT_THREADS * RT_HEAP_ROOM && offset % 16 == 0 && offset % RT_HEAP_ROOM >= 2 * sizeof *h
                && offset % RT_HEAP_ROOM < REGION (offset / RT_HEAP_ROOM)->used;
  return inside && h->magic == MAGIC ? h : NULL;
}

/* The block that contains the address, or else the last one before it. */
static struct head *
block_near (uintptr_t address)
{
  assert (is_heap (address));
  uintptr_t region = address - (address - RT_HEAPS) % RT_HEAP_ROOM;
  for (uintptr_t at = address & ~(uintptr_t) 15; at >= region + 2 * sizeof (struct head); at -= 16)
    if (((struct head *) at - 1)->magic == MAGIC)
      return (struct head *) at - 1;
  return NULL;
}

/* Records the thread's epoch at an allocation. It is not undone on rewinding: a value left by another execution is later than the
 * right one, so that superfluous pairs may be found, but none is missed (reuse_found.c). */
static void
note_birth (uintptr_t at)
{
  if (rt && rt->current && !rt->replaying)
    *BIRTH (at) = clock_of (rt->current->id)[rt->current->id];
}

/* ---- reuse of blocks ---- */

static void
mark_freed (struct head *h, uint64_t pc)
{
  struct region *mine = REGION (slot_now ());
  assert (h->magic == MAGIC && !h->freed);
  h->freed = pc ? pc : 1;
  h->freed_at = (uintptr_t) mine + mine->used;
  rt_memset (MARK (h + 1), MARK_FREED, ROUNDED (h->bytes) / 16);
}

static bool
can_be_taken (struct rt_thread *t)
{
  const struct head *h = head_of ((void *) t->memory);
  return h && h->freed && h->allocation && (!h->bytes || *MARK (t->memory) == MARK_FREED) && ROOM (h->bytes) >= ROOM (t->count);
}

/* The program never sees the block that the allocation would have got without reuse, and no later allocation may get it. */
static void
drop_fresh (uintptr_t fresh, uint64_t pc)
{
  struct head *h = (struct head *) fresh - 1;
  mark_freed (h, pc);
  h->bytes = h->allocation = 0;
}

/* The free happens before the allocation that reuses the block (C17 7.22.3). */
static void *
use_again (uintptr_t block, uintptr_t fresh, size_t bytes, uint64_t pc)
{
  assert (((struct head *) block - 1)->magic == MAGIC && ROOM (((struct head *) block - 1)->bytes) >= ROOM (bytes));
  assert (((struct head *) block - 1)->freed && block != fresh);
  race_acquire (reuse_object (block));
  drop_fresh (fresh, pc);
  begin_block (block, bytes, fresh, pc);
  note_birth (fresh);
  return (void *) block;
}

/* own: the argument of realloc, which may be returned itself; 0: none. */
static void *
alloc (size_t bytes, size_t align, uintptr_t own, uint64_t pc)
{
  uintptr_t fresh = alloc_fresh (bytes, align, pc);
  if (!fresh)
    return NULL;
  note_birth (fresh);
  uintptr_t block = rt && rt->current && reuse_is_active () ? reuse_offer (fresh, align, false, pc) : 0;
  if (!block || (block == own && ROOM (((struct head *) own - 1)->bytes) < ROOM (bytes)))
    return (void *) fresh;
  if (block == own) {
    drop_fresh (fresh, pc);
    return (void *) block;
  }
  assert (is_heap (block) && block % align == 0);
  reuse_take (NATIVE_TAKE, block, bytes, can_be_taken, pc);
  return use_again (block, fresh, bytes, pc);
}

void *
heap_alloc (size_t bytes, size_t align, uint64_t pc)
{
  return alloc (bytes, align, 0, pc);
}

bool
heap_reuse_block (uintptr_t address, struct reuse_block *out)
{
  if (!is_heap (address))
    return false;
  uintptr_t region = address - (address - RT_HEAPS) % RT_HEAP_ROOM;
  const struct head *h = address < region + ((const struct region *) region)->used ? block_near (address) : NULL;
  if (!h || !h->allocation || address > (uintptr_t) (h + 1) + h->bytes)
    return false;
  *out = (struct reuse_block) {(uintptr_t) (h + 1), h->allocation, ROOM (h->bytes), (thread_id) h->thread, *BIRTH (h->allocation), h->freed ? h->freed_at : 0, h->moved_from};
  return true;
}

size_t
heap_size (void *p)
{
  struct head *h = p ? head_of (p) : NULL;
  return h ? h->bytes : 0;
}

/* If not, a finding; false where none can be reported. */
static bool
can_be_freed (const struct head *h, const void *p, uint64_t pc)
{
  if (h && !h->freed)
    return true;
  if (!rt || !rt->current)
    return false;
  rt->failure.pc = pc;
  rt->failure.address = (uintptr_t) p;
  rt->failure.bytes = h ? h->bytes : 0;
  if (!h)
    rt_fail (FINDING_MEMORY, "invalid free of %p: not returned by malloc", p);
  rt_fail (FINDING_MEMORY, "double free of a block of %llu bytes", (unsigned long long) h->bytes);
}

/* Where races are allowed, other threads may run during the free: the block is freed
 * with the free's first step, so that later accesses are reported; and a double
 * free is checked only after that step. */
void
heap_free (void *p, uint64_t pc)
{
  if (!p)
    return;
  struct head *h = head_of (p);
  size_t first = h && h->bytes < 8 ? h->bytes : 8;
  if (h)
    rt_freed (p, first, pc);
  bool is_given = h && rt && reuse_give ((uintptr_t) p, pc);
  if (!can_be_freed (h, p, pc))
    return;
  assert (!h->bytes || (*MARK (p) && *MARK (p) != MARK_FREED));
  reuse_block_freed ((uintptr_t) p);
  mark_freed (h, pc);
  rt_freed ((const char *) p + first, h->bytes - first, pc);
  if (is_given)
    race_release (reuse_object ((uintptr_t) p));
}

/* realloc returns the same block: for accesses of other threads that is a free and an allocation. */
static void
change_size (struct head *h, size_t bytes, uint64_t pc)
{
  char *p = (char *) (h + 1);
  assert (h->magic == MAGIC && ROOM (h->bytes) >= ROOM (bytes));
  rt_freed (p, h->bytes, pc);
  if (!can_be_freed (h, p, pc))
    return;
  rt_memset (MARK (p), MARK_FREED, ROUNDED (h->bytes) / 16);
  rt_memset (MARK (p), 16, ROUNDED (bytes) / 16);
  if (bytes % 16)
    *MARK (p + bytes) = (uint8_t) (bytes % 16);
  if (bytes > h->bytes)
    rt_memset (p + h->bytes, FILL, bytes - h->bytes);
  h->bytes = bytes;
  h->allocated = pc;
}

void *
heap_realloc (void *p, size_t bytes, uint64_t pc)
{
  if (!p)
    return heap_alloc (bytes, 16, pc);
  struct head *h = head_of (p);
  if (!h) {
    heap_free (p, pc);            /* reports the mistake */
    return NULL;
  }
  if (!bytes) {                   /* as glibc */
    heap_free (p, pc);
    return NULL;
  }
  void *q = alloc (bytes, 16, (uintptr_t) p, pc);
  if (!q)
    return NULL;
  if (q == p) {
    change_size (h, bytes, pc);
    return p;
  }
  size_t copied = bytes < h->bytes ? bytes : h->bytes;
  assert (q != p && heap_size (q) == bytes);
  ((struct head *) q - 1)->moved_from = (uintptr_t) p;
  rt_plain (p, copied, false, pc);
  rt_memcpy (q, p, copied);
  heap_free (p, pc);
  return q;
}

bool
heap_block (uintptr_t address, struct wire_block *out)
{
  uintptr_t region = address - (address - RT_HEAPS) % RT_HEAP_ROOM;
  if (address >= region + ((const struct region *) region)->used)
    return false;
  const struct head *h = block_near (address);
  *out = h ? (struct wire_block) {(uintptr_t) (h + 1), h->bytes, h->allocated, h->freed, h->thread} : (struct wire_block) {0};
  return h && address - (uintptr_t) (h + 1) < h->bytes;
}

static _Noreturn void
complain (uintptr_t address, size_t bytes, bool write, uint8_t mark, uint64_t pc)
{
  rt->failure.pc = pc;
  const struct head *h = block_near (address);
  rt->failure.address = h ? (uintptr_t) (h + 1) : address;
  rt->failure.bytes = h ? h->bytes : 0;
  const char *what = write ? "write" : "read";
  unsigned long long size = h ? h->bytes : 0, offset = h ? address - (uintptr_t) (h + 1) : 0;
  if (mark == MARK_FREED) {
    rt->failure.nother = 1;
    rt->failure.other[0] = h ? h->freed : 0;
    rt->failure.other_thread = UINT32_MAX;
    rt_fail (FINDING_MEMORY, "use after free: %s of %zu byte%s at offset %llu of a freed block of %llu bytes", what, bytes,
             bytes == 1 ? "" : "s", offset, size);
  }
  if (h)
    rt_fail (FINDING_MEMORY, "heap overflow: %s of %zu bytes at offset %llu of a block of %llu bytes", what, bytes, offset, size);
  rt_fail (FINDING_MEMORY, "%s of %zu bytes of memory that was never allocated", what, bytes);
}

void
heap_check_slow (uintptr_t address, size_t bytes, bool write, uint64_t pc)
{
  assert (is_heap (address));
  if (!rt->current)
    return;
  for (uintptr_t at = address; at < address + bytes;) {
    uint8_t mark = *MARK (at);
    uintptr_t next = (at & ~(uintptr_t) 15) + 16, end = next < address + bytes ? next : address + bytes;
    if (mark == MARK_FREED || end - (at & ~(uintptr_t) 15) > mark)
      complain (at, bytes, write, mark, pc);
    at = end;
  }
}

uint64_t
heap_hash (void)
{
  uint64_t h = 0;
  for (size_t slot = 0; slot < RT_THREADS; slot++)   /* the first word of a region is its length */
    for (const uint64_t *p = (const uint64_t *) REGION (slot), *end = p + REGION (slot)->used / sizeof *p; p < end; p++)
      h = digest_add (h, *p);
  return h;
}

void
heap_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context)
{
  for (size_t slot = 0; slot < rt->nthreads; slot++)
    range (context, (uintptr_t) REGION (slot), (uintptr_t) REGION (slot) + REGION (slot)->used);
}

/* Compared word by word with before main, because most allocations of constructors never change. */
void
heap_differences (void (*word) (void *context, uintptr_t at, uint64_t), void (*range) (void *context, uintptr_t from, uintptr_t end),
                  void *context)
{
  const uint64_t *now = (const uint64_t *) REGION (0), *then = (const uint64_t *) kept.bytes;
  assert (REGION (0)->used >= kept.used && kept.used % 16 == 0);
  differences (now, then, kept.used / sizeof *now, word, context);
  range (context, (uintptr_t) now + kept.used, (uintptr_t) now + REGION (0)->used);
  for (size_t slot = 1; slot < rt->nthreads; slot++)
    range (context, (uintptr_t) REGION (slot), (uintptr_t) REGION (slot) + REGION (slot)->used);
}

void
heap_mark_ranges (void (*range) (void *context, uintptr_t from, uintptr_t end), void *context)
{
  for (size_t slot = 0; slot < rt->nthreads; slot++)
    if (REGION (slot)->used)
      range (context, (uintptr_t) MARK (REGION (slot)), (uintptr_t) MARK (REGION (slot)) + REGION (slot)->used / 16 + 1);
}
