/* mazurka: assertion */
_Bool __VERIFIER_nondet_bool (void);
void __VERIFIER_assume (int);
void reach_error (void);
int
main (void)
{
  _Bool a = __VERIFIER_nondet_bool (), b = __VERIFIER_nondet_bool ();
  __VERIFIER_assume (a != b);
  if (b)
    reach_error ();
  return 0;
}
