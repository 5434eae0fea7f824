/* mazurka: ok, 1 execution */
/* How an address is aligned tells nothing of which it is. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int
main (void)
{
  for (size_t align = 16; align <= 256; align *= 2) {
    void *p = aligned_alloc (align, 16), *q = aligned_alloc (align, 16);
    assert ((uintptr_t) p % align == 0 && ((uintptr_t) q & (align - 1)) == 0 && ((uintptr_t) q & 15) == 0);
    free (p);
    free (q);
  }
  return 0;
}
