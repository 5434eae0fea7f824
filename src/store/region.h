/* Growing memory allocated directly from the kernel, and the budget it is charged to. A region is zeroed memory that grows
 * without being copied: the kernel moves page tables, not bytes, so an old copy never exists beside a new one. Its address
 * may change when it grows: keep indices, not pointers. Large regions request 2 MiB pages, because random access is
 * otherwise bound by TLB misses. Linux only (mremap, MADV_HUGEPAGE). */
#ifndef STORE_REGION_H
#define STORE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
  uint64_t bytes, peak;           /* bytes held now, and their maximum */
  uint64_t max;                   /* 0: no limit */
};

/* All zeros is the empty region. */
struct region {
  void *base;
  size_t bytes;
};

/* Makes the region at least `bytes` large, rounded up to whole pages; new memory is zero. False, without a change, if the
 * budget or the system does not allow it. */
bool region_grow (struct region *, struct budget *, size_t bytes);

/* The same with some reserve for further growth, as far as the budget allows. */
bool region_extend (struct region *, struct budget *, size_t bytes);

static inline bool
region_reserve (struct region *region, struct budget *budget, size_t bytes)
{
  return bytes <= region->bytes || region_extend (region, budget, bytes);
}

void region_release (struct region *, struct budget *);

#endif
