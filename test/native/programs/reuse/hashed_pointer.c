/* mazurka: assertion "stale entry" */
/* A table by remainders of addresses: the stale entry is met only where the new block has the same remainder. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static struct { void *key; } table[61];
int
main (void)
{
  void *a = malloc (16);
  table[(uintptr_t) a % 61].key = a;
  free (a);
  void *b = malloc (16);
  assert (table[(uintptr_t) b % 61].key != b && "stale entry");
  free (b);
  return 0;
}
