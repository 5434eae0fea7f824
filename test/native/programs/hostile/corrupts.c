/* mazurka: memory|crash|unknown */
#include <stdlib.h>
#include <string.h>
static int small[4];
int
main (void)
{
  volatile long n = 1 << 30;
  memset (small, 0x41, (size_t) n);
  return 0;
}
