/* mazurka: memory "outside of an array" */
/* The member behind the array is hit. */
#include <mazurka/mazurka.h>

static struct { int n; int all[3]; int behind; } s;

int
main (void)
{
  s.all[mz_choose (4)] = 1;
  return s.behind;
}
