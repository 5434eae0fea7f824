/* mazurka: memory "outside" */
#include <mazurka/mazurka.h>
static int a[2], b[2];
int
main (void)
{
  int *p = a;
  b[0] = p[2];
  return 0;
}
