/* mazurka: unknown "blocks are allocated" */
#include <stdlib.h>
int
main (void)
{
  for (volatile int i = 0; i < 100; i++)
    free (malloc (4));
  return 0;
}
