/* mazurka: memory "heap overflow" */
/* By one byte, in what a block is rounded up to. */
#include <stdlib.h>
int main (void)
{
  volatile char *p = malloc (13);
  p[13] = 1;
  return 0;
}
