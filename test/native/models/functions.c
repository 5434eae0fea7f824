/* mazurka: ok */
#include <assert.h>
#include <mazurka/mazurka.h>
static int add (int a, int b) { return a + b; }
static int sub (int a, int b) { return a - b; }
static int (*const table[]) (int, int) = {add, sub};
static int fact (int n) { return n < 2 ? 1 : n * fact (n - 1); }
int
main (void)
{
  unsigned k = mz_choose (2);
  assert (table[k] (5, 3) == (k ? 2 : 8));
  assert (fact (5) == 120);
  return 0;
}
