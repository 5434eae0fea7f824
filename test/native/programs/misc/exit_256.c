/* mazurka: ok */
/* Only eight bits of a status are seen outside. */
#include <stdlib.h>
int
main (void)
{
  exit (256);
}
