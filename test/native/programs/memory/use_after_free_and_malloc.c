/* mazurka: memory "use after free" */
/* The next block is another one. */
#include <stdlib.h>
int main (void)
{
  volatile int *p = malloc (sizeof *p);
  free ((void *) p);
  volatile int *q = malloc (sizeof *q);
  *q = 1;
  return *p;
}
