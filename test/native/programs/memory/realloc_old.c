/* mazurka: memory */
/* The block that realloc was given is gone, whether the new one is smaller or larger. */
#include <stdlib.h>

int
main (void)
{
  char *first = malloc (8), *second = realloc (first, 4);
  *(volatile char *) first = 1;
  free (second);
  return 0;
}
