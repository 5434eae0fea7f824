/* mazurka: unknown "a copy or filling of these objects" */
#include <assert.h>
#include <string.h>
static int a[4] = {1, 2, 3, 4};
int
main (void)
{
  memmove (&a[1], &a[0], 3 * sizeof *a);
  assert (a[1] == 1 && a[2] == 2 && a[3] == 3);
  return 0;
}
