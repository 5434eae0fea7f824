/* mazurka: unknown "the difference of addresses" */
#include <assert.h>
static char x[4], y[4];
int
main (void)
{
  char *volatile p = x, *volatile q = y;
  assert (p - q != 4);
  return 0;
}
