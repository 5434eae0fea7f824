/* Growing memory from the kernel. See region.h. */
#define _GNU_SOURCE
#include "store/region.h"

#include "base/mem.h"

#include <assert.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define PAGE ((size_t) 4096)
#define HUGE_PAGE ((size_t) 2 << 20)

static size_t
round_up (size_t bytes, size_t unit)
{
  return (bytes + unit - 1) / unit * unit;
}

/* Where the user limits address space it is an eighth of that: no store has more regions. */
static size_t
most_bytes (uint64_t max)
{
  enum { REGIONS = 8 };
  struct rlimit limit;
  uint64_t bytes = max ? max : mem_of_machine ();
  if (!getrlimit (RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY && bytes > limit.rlim_cur / REGIONS)
    bytes = limit.rlim_cur / REGIONS;
  return round_up (bytes, HUGE_PAGE);
}

/* Address space at a multiple of 2 MiB, so that pages of that size can be had. It costs nothing until it is used. */
static bool
reserve (struct region *region, struct budget *budget, size_t bytes)
{
  if (!budget->most)
    budget->most = most_bytes (budget->max);
  size_t room = round_up (budget->most < bytes ? bytes : budget->most, HUGE_PAGE);
  char *p;
  while ((p = mmap (NULL, room + HUGE_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) == MAP_FAILED) {
    if (room / 2 < bytes)
      return false;
    room = round_up (room / 2, HUGE_PAGE);
  }
  size_t before = round_up ((uintptr_t) p, HUGE_PAGE) - (uintptr_t) p;
  if (before)
    munmap (p, before);
  munmap (p + before + room, HUGE_PAGE - before);
  region->base = p + before;
  region->room = room;
  return true;
}

void
budget_begin (struct budget *budget, size_t bytes, uint64_t max)
{
  *budget = (struct budget) {.bytes = bytes, .peak = bytes, .most = most_bytes (max)};
}

bool
region_grow (struct region *region, struct budget *budget, size_t bytes)
{
  assert ((region->base != NULL || !region->bytes) && region->bytes <= region->room && budget->bytes >= region->bytes);
  bytes = round_up (bytes, bytes < 8 * HUGE_PAGE ? PAGE : HUGE_PAGE);
  if (bytes <= region->bytes)
    return true;
  uint64_t total = budget->bytes - region->bytes + bytes;
  if ((budget->max && total > budget->max) || (!region->base && !reserve (region, budget, bytes)) || bytes > region->room)
    return false;
  if (mprotect ((char *) region->base + region->bytes, bytes - region->bytes, PROT_READ | PROT_WRITE))
    return false;
  if (bytes >= 2 * HUGE_PAGE)
    madvise (region->base, bytes, MADV_HUGEPAGE);       /* a wish: failure costs only time */
  region->bytes = bytes;
  budget->bytes = total;
  if (total > budget->peak)
    budget->peak = total;
  assert ((uintptr_t) region->base % HUGE_PAGE == 0 && budget->bytes <= budget->peak);
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
    munmap (region->base, region->room);
  budget->bytes -= region->bytes;
  *region = (struct region) { 0 };
}
