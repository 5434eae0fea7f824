/* Counts distinct numbers, with a digest that does not depend on their order. All zeros is the empty set. */
#ifndef BASE_DISTINCT_H
#define BASE_DISTINCT_H

#include <stddef.h>
#include <stdint.h>

struct distinct {
  uint64_t *seen;                 /* hash table; 0: free */
  size_t room;
  uint64_t count, sum;
};

void distinct_add (struct distinct *, uint64_t);

#endif
