/* A pointer goes one cell beyond its array. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint (void);
extern void __VERIFIER_assume (int);
static int cells[4] = {1, 2, 3, 4};

int
main (void)
{
  int *p = cells;
  unsigned i = __VERIFIER_nondet_uint ();
  __VERIFIER_assume (i < 5);
  assert (p[i] != 5);
  return 0;
}
