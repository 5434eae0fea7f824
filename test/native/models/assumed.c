/* mazurka: ok */
#include <assert.h>
#include <mazurka/mazurka.h>
int
main (void)
{
  unsigned x = mz_choose (3);
  mz_assume (x > 1);
  assert (x == 2);
  return 0;
}
