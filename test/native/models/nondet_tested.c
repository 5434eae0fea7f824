/* mazurka: assertion */
/* Of all ints the ones that matter are tried. */
#include <assert.h>
int __VERIFIER_nondet_int (void);
int
main (void)
{
  int n = __VERIFIER_nondet_int ();
  assert (n < 1000000 || n > 1000001);
  return 0;
}
