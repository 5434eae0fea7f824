/* Two values from outside need not be the same one, also inside one atomic step. */
#include <assert.h>

extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_atomic_begin (void);
extern void __VERIFIER_atomic_end (void);

int
main (void)
{
  __VERIFIER_atomic_begin ();
  int a = __VERIFIER_nondet_int ();
  int b = __VERIFIER_nondet_int ();
  __VERIFIER_atomic_end ();
  assert (a == b);
  return 0;
}
