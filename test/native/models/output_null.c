/* mazurka: memory "NULL" */
#include <stdio.h>
static char *volatile s;
int
main (void)
{
  printf ("%d %s\n", 1, s);
  return 0;
}
