/* mazurka: assertion "of another size" */
/* 16 and 24 bytes are the same to malloc: the larger block may be where the smaller one was. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static void *volatile old;
int
main (void)
{
  void *a = malloc (16);
  old = a;
  free (a);
  void *b = malloc (24);
  memset (b, 1, 24);
  assert (old != b && "of another size");
  free (b);
  return 0;
}
