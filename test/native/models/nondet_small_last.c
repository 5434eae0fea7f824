/* mazurka: assertion */
/* The greatest value that is left by the assumption is among those that are tried. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint (void);
void __VERIFIER_assume (int);

int
main (void)
{
  unsigned kept[2];
  for (int i = 0; i < 2; i++) {
    unsigned x = __VERIFIER_nondet_uint ();
    __VERIFIER_assume (x <= 5);
    kept[i] = x;
  }
  assert (kept[0] + kept[1] != 10);
}
