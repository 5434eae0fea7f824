/* mazurka: assertion "y == 0" */
#include <assert.h>
#include <mazurka/mazurka.h>
static int x, y, z[3];
static int *some (unsigned n) { return n == 0 ? &x : n == 1 ? &z[1] : &y; }
int
main (void)
{
  int *p = some (mz_choose (3));
  *p = 1;
  assert (x + y + z[1] == 1 && z[0] == 0 && z[2] == 0);
  assert (y == 0);
  return 0;
}
