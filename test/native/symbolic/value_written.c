/* Floating point is not translated, so that only the native engine finds this; the value it needs is a number of the source, outside of comments. */
int __VERIFIER_nondet_int (void);
void reach_error (void);

int
main (void)
{
  volatile double half = 0.5;
  int n = __VERIFIER_nondet_int ();
  if (half * n == 3.5)            // 7, and not 9
    if (n == 7)
      reach_error ();
}
