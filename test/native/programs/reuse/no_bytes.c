/* mazurka: assertion "a token" */
/* A block of no bytes has an address, which comes back. */
#include <assert.h>
#include <stdlib.h>
static void *volatile old;
int
main (void)
{
  void *a = malloc (0);
  old = a;
  free (a);
  void *b = malloc (0);
  assert (old != b && "a token");
  free (b);
  return 0;
}
