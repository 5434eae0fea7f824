/* mazurka: ok */
/* exit does not run quick_exit's handlers. */
#include <stdlib.h>
static void other (void) { abort (); }
int
main (void)
{
  at_quick_exit (other);
  exit (0);
}
