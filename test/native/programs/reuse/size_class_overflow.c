/* mazurka: memory "heap overflow" */
/* What malloc would round up to is not the program's. */
#include <stdlib.h>
int
main (void)
{
  char *a = malloc (16);
  a[16] = 1;
  free (a);
  return 0;
}
