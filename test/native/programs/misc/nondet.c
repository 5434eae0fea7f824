/* mazurka: unknown "not all values of __VERIFIER_nondet_int were tried" */
int __VERIFIER_nondet_int (void);
void reach_error (void);
int
main (void)
{
  if (__VERIFIER_nondet_int () == 1000)
    reach_error ();
  return 0;
}
