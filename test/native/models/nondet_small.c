/* mazurka: ok */
/* A number of 32 bits that is assumed to be small: each value is tried, also where it is stored. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint (void);
void __VERIFIER_assume (int);

int
main (void)
{
  unsigned kept[2];
  for (int i = 0; i < 2; i++) {
    unsigned x = __VERIFIER_nondet_uint ();
    __VERIFIER_assume (x < 6);
    kept[i] = x;
  }
  assert (kept[0] + kept[1] <= 10);
}
