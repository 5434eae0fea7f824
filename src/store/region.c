/* Growing memory from the kernel. See region.h. */
#define _GNU_SOURCE
#include "store/region.h"

#include <assert.h>
#include <sys/mman.h>

#define PAGE ((size_t) 4096)
#define HUGE_PAGE ((size_t) 2 << 20)

static size_t
round_up (size_t bytes, size_t unit)
{
  return (bytes + unit - 1) / unit * unit;
}

static void *
map (size_t bytes)
{
  void *p = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* Address space for `bytes` bytes at a multiple of 2 MiB: huge pages survive a
 * move only from aligned to aligned. */
static void *
map_aligned (size_t bytes)
{
  char *p = map (bytes + HUGE_PAGE);
  if (!p)
    return NULL;
  size_t before = round_up ((uintptr_t) p, HUGE_PAGE) - (uintptr_t) p;
  if (before)
    munmap (p, before);
  munmap (p + before + bytes, HUGE_PAGE - before);
  return p + before;
}

/* Enlarges a region. One below 2 MiB is moved instead of extended, so that all larger ones are aligned. */
static void *
stretch (void *base, size_t old, size_t bytes)
{
  if (bytes < HUGE_PAGE) {
    void *p = mremap (base, old, bytes, MREMAP_MAYMOVE);
    return p == MAP_FAILED ? NULL : p;
  }
  if (old >= HUGE_PAGE) {
    void *p = mremap (base, old, bytes, 0);
    if (p != MAP_FAILED)
      return p;
  }
  void *target = map_aligned (bytes);
  if (!target)
    return NULL;
  void *p = mremap (base, old, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, target);
  if (p != MAP_FAILED)
    return p;
  munmap (target, bytes);
  return NULL;
}

bool
region_grow (struct region *region, struct budget *budget, size_t bytes)
{
  assert ((region->base != NULL) == (region->bytes != 0) && budget->bytes >= region->bytes);
  bytes = round_up (bytes, bytes < 8 * HUGE_PAGE ? PAGE : HUGE_PAGE);
  if (bytes <= region->bytes)
    return true;
  uint64_t total = budget->bytes - region->bytes + bytes;
  if (budget->max && total > budget->max)
    return false;
  void *base = region->base ? stretch (region->base, region->bytes, bytes)
               : bytes < HUGE_PAGE ? map (bytes) : map_aligned (bytes);
  if (!base)
    return false;
  if (bytes >= 2 * HUGE_PAGE)
    madvise (base, bytes, MADV_HUGEPAGE);       /* a hint: failure costs only time */
  region->base = base;
  region->bytes = bytes;
  budget->bytes = total;
  if (total > budget->peak)
    budget->peak = total;
  assert ((uintptr_t) base % PAGE == 0 && budget->bytes <= budget->peak);
  return true;
}

bool
region_extend (struct region *region, struct budget *budget, size_t bytes)
{
  size_t more = region->bytes + region->bytes / (region->bytes < HUGE_PAGE ? 2 : 16);
  assert (bytes > region->bytes && more >= region->bytes);
  return (more > bytes && region_grow (region, budget, more)) || region_grow (region, budget, bytes);
}

void
region_release (struct region *region, struct budget *budget)
{
  assert (budget->bytes >= region->bytes);
  if (region->base)
    munmap (region->base, region->bytes);
  budget->bytes -= region->bytes;
  *region = (struct region) { 0 };
}
