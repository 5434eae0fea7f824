/* mazurka: ok */
#include <assert.h>
#include <mazurka/mazurka.h>
int main (void)
{
  unsigned n = mz_choose (3);
  mz_assume (n != 1);
  assert (n != 1);
  return 0;
}
