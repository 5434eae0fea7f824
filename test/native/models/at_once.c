/* mazurka: ok */
#include <assert.h>
/* Three elements of one array are written in one step, each from old values of the others. */
static int a[3] = {1, 2, 3};
int
main (void)
{
  int first = a[0], second = a[1];
  a[0] = a[1] + a[2];
  a[1] = first + a[2];
  a[2] = first + second;
  assert (a[0] == 5 && a[1] == 4 && a[2] == 3);
  return 0;
}
