/* mazurka: crash "the least value by -1" */
#include <limits.h>
static volatile int least = INT_MIN, minus = -1;
int
main (void)
{
  int a = least, b = minus;
  return a / b == 3;
}
