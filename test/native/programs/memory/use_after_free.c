/* mazurka: memory "use after free" */
#include <stdlib.h>
int main (void)
{
  volatile int *p = malloc (sizeof *p);
  free ((void *) p);
  return *p;
}
