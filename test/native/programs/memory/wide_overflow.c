/* mazurka: memory "heap overflow" */
/* A structure that begins inside of its block and ends behind it. */
#include <stdlib.h>

struct wide { long word[5]; };

int
main (void)
{
  struct wide *block = malloc (sizeof (struct wide) - 4);
  static volatile struct wide from;
  *(volatile struct wide *) block = from;
  free (block);
  return 0;
}
