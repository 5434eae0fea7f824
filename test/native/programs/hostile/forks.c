/* mazurka: unknown "fork is not supported" */
#include <unistd.h>
int
main (void)
{
  return fork ();
}
