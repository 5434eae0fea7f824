/* mazurka: unknown "a copy or filling of these objects" */
#include <assert.h>
#include <string.h>
static int x = 0x01020304, y = 0x0a0b0c0d;
int
main (void)
{
  memcpy (&x, &y, 2);
  assert (x == 0x01020c0d);
  return 0;
}
