/* mazurka: assertion "n < 9" */
/* The same with a variable of its own. */
#include <assert.h>
#include <stdatomic.h>
static atomic_int flag;
int main (void)
{
  volatile int n = 0;
  while (!flag && n < 9)
    n++;
  assert (n < 9);
  return 0;
}
