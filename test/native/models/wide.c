/* mazurka: unknown "not translated" */
#include <assert.h>
static volatile long given = 1L << 40;
int
main (void)
{
  long x = given;
  __int128 wide = x;
  assert ((long) wide != x);
  return 0;
}
