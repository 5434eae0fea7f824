/* mazurka: assertion "reach_error is reached" */
/* The call is the error, and the assumption, whatever the program makes of them. */
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool (void);
void
reach_error (void)
{
}
void
assume_abort_if_not (int condition)
{
  if (!condition)
    abort ();
}
int
main (void)
{
  _Bool a = __VERIFIER_nondet_bool ();
  assume_abort_if_not (a);
  if (a)
    reach_error ();
  return 0;
}
