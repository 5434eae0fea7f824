/* mazurka: assertion "reach_error is reached" */
/* The call is the error, whatever the program makes of it. */
void
reach_error (void)
{
}
int
main (void)
{
  reach_error ();
  return 0;
}
