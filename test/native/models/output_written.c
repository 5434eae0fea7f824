/* mazurka: unknown "output with this format" */
#include <assert.h>
#include <stdio.h>
int
main (void)
{
  int x = 5;
  printf ("abc%n", &x);
  assert (x == 5);
  return 0;
}
