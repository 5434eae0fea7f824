/* mazurka: ok */
/* Pointers into one object are equal where they point to the same part of it. */
#include <assert.h>
static int a[3], b[3];
int *volatile p = a, *volatile q = a + 1, *volatile r = b + 1;
int
main (void)
{
  volatile int one = 1;
  assert (p != q && q != r && p + 1 == q);
  assert (p + one != q + one && p + one == q);
  return 0;
}
