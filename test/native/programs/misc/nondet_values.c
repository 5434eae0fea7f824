/* mazurka: assertion "reach_error is reached" */
/* options: --nondet=-1..1,1000 */
int __VERIFIER_nondet_int (void);
void reach_error (void);
int
main (void)
{
  int a = __VERIFIER_nondet_int (), b = __VERIFIER_nondet_int ();
  if (a == 1000 && b == -1)
    reach_error ();
  return 0;
}
