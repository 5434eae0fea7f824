/* mazurka: memory "outside" */
#include <mazurka/mazurka.h>
static int a[4];
int
main (void)
{
  unsigned n = mz_choose (5);
  a[n] = 1;
  return 0;
}
