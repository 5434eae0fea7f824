/* mazurka: ok */
/* Functions that are in libm only. */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
int
main (void)
{
  volatile double x = 7.0;
  double s, c;
  int q;
  assert (remquo (x, 2.0, &q) == -1.0 && q % 8 == 4);
  sincos (x - 7.0, &s, &c);
  assert (s == 0.0 && c == 1.0);
}
