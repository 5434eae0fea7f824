/* mazurka: unknown "an address as a number" */
#include <assert.h>
static char c[3];
int
main (void)
{
  char *volatile p = c + 1;
  if ((long) p % 2 == 0)
    assert (0);
  return 0;
}
