/* mazurka: memory "memory that was freed" */
#include <stdlib.h>
struct five { int a, b, c, d, e; };
static struct five kept;
int
main (void)
{
  struct five *p = calloc (1, sizeof *p);
  free (p);
  kept = *p;
  return 0;
}
