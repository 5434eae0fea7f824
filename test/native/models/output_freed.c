/* mazurka: memory "freed" */
#include <stdio.h>
#include <stdlib.h>
int
main (void)
{
  char *s = calloc (1, 8);
  free (s);
  puts (s);
  return 0;
}
