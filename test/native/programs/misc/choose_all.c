/* mazurka: assertion "n != 2" */
#include <assert.h>
#include <mazurka/mazurka.h>
int main (void)
{
  unsigned n = mz_choose (3);
  assert (n < 3);
  assert (n != 2);
  return 0;
}
