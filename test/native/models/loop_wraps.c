/* mazurka: unknown "more than 4 blocks" */
#include <assert.h>
#include <stdlib.h>
static int *kept;
int
main (void)
{
  for (unsigned i = 0xffffffffu; i <= 0xffffffffu; i++) {
    int *block = malloc (sizeof *block);
    assert (block != kept);
    *block = 1;
    kept = block;
  }
  return 0;
}
