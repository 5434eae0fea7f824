/* mazurka: unknown "more than 4 blocks" */
#include <assert.h>
#include <stdlib.h>
static int *kept;
int
main (void)
{
  int i = 0;
  while (1) {
    if (i < 1)
      kept = NULL;
    else {
      int *block = malloc (sizeof *block);
      assert (block != kept);
      *block = i;
      kept = block;
    }
    i++;
  }
  return 0;
}
