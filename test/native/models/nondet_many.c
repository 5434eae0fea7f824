/* mazurka: unknown "too many values" */
#include <assert.h>
int __VERIFIER_nondet_int (void);
int shared;
int
main (void)
{
  shared = __VERIFIER_nondet_int ();
  assert (shared * shared != 49);
  return 0;
}
