/* Growing memory straight from the kernel, and the account it is charged to.
 *
 * A region is zeroed memory that grows without being copied: the kernel moves
 * page tables, not bytes, so there is never an old copy beside a new one. It
 * may change its address when it grows: keep indices, not pointers. Large
 * regions ask for 2 MiB pages; random access is bound by TLB misses otherwise.
 *
 * Linux only (mremap, MADV_HUGEPAGE).
 */
#ifndef STORE_REGION_H
#define STORE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
  uint64_t bytes, peak;           /* held now; the most ever held */
  uint64_t max;                   /* 0: no limit */
};

/* All zeros is the empty region. */
struct region {
  void *base;
  size_t bytes;
};

/* Makes the region at least `bytes` large, rounded up to whole pages; what is
 * new reads as zero. False, and nothing changed, if the budget or the system
 * does not allow it. */
bool region_grow (struct region *, struct budget *, size_t bytes);

/* The same with some room for what comes next, as far as the budget allows. */
bool region_extend (struct region *, struct budget *, size_t bytes);

static inline bool
region_reserve (struct region *region, struct budget *budget, size_t bytes)
{
  return bytes <= region->bytes || region_extend (region, budget, bytes);
}

void region_release (struct region *, struct budget *);

#endif
