/* mazurka: assertion "c != 77 || d != 78" */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar (void);
int
main (void)
{
  unsigned char c = __VERIFIER_nondet_uchar ();
  unsigned char d = c + 1;
  assert (c != 77 || d != 78);
  return 0;
}
