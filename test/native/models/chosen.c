/* mazurka: assertion "x != 2" */
#include <assert.h>
#include <mazurka/mazurka.h>
int
main (void)
{
  unsigned x = mz_choose (3);
  mz_assume (x != 0);
  assert (x != 0 && x < 3);
  assert (x != 2);
  return 0;
}
