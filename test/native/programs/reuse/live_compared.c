/* mazurka: ok, 1 execution */
/* Blocks that are there at the same time are never the same, whatever is freed later. */
#include <assert.h>
#include <stdlib.h>
int main (void)
{
  char *p = malloc (16), *q = malloc (16);
  assert (p != q);
  free (p), free (q);
}
