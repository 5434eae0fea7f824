/* mazurka: memory "heap overflow" */
#include <stdlib.h>
#include <string.h>
int
main (int argc, char **argv)
{
  (void) argc;
  char *p = malloc (4);
  strcpy (p, argv[0]);
  free (p);
  return 0;
}
