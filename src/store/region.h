/* Growing memory straight from the kernel, and the account it is charged to.
 *
 * A region is zeroed memory that grows where it is: its address space is
 * reserved when it is first used, as much as it may ever need, and made usable
 * bit by bit. So there is never an old copy beside a new one, and what
 * others read while it grows stays where it is. Large regions ask for 2 MiB
 * pages; random access is bound by TLB misses otherwise.
 *
 * Linux only (MAP_NORESERVE, MADV_HUGEPAGE).
 */
#ifndef STORE_REGION_H
#define STORE_REGION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct budget {
  uint64_t bytes, peak;           /* bytes held now, and their maximum */
  uint64_t max;                   /* 0: no limit */
  size_t most;                    /* address space of a region; 0: not known yet */
};

/* Of who holds so many bytes already, and will have this limit (0: none; then regions can become as large as the machine's
 * memory). It is `max` that makes the limit hold. */
void budget_begin (struct budget *, size_t bytes, uint64_t max);

/* All zeros is the empty region. */
struct region {
  void *base;                     /* does not change */
  size_t bytes;
  size_t room;                    /* bytes reserved; it cannot become larger */
};

/* Makes the region at least `bytes` large, rounded up to whole pages; what is
 * new reads as zero. False, and nothing changed, if the budget, the reserved
 * address space or the system does not allow it. */
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
