/* mazurka: ok, 1 execution */
/* Executions in which an assumption does not hold are dropped, however the
 * program writes it. */
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool (void);
void reach_error (void);
void
assume_abort_if_not (int condition)
{
  if (!condition)
    abort ();
}
void
__VERIFIER_assume (int condition)
{
  while (!condition)
    ;
}
int
main (void)
{
  int a = __VERIFIER_nondet_bool (), b = __VERIFIER_nondet_bool ();
  assume_abort_if_not (a);
  __VERIFIER_assume (b);
  if (!a || !b)
    reach_error ();
  return 0;
}
