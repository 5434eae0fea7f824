/* mazurka: unknown "which of two objects" */
#include <assert.h>
static int x, y;
int
main (void)
{
  int *volatile p = &x, *volatile q = &y;
  assert (p < q);
  return 0;
}
