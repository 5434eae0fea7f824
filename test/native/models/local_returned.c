/* mazurka: memory "a function that has returned" */
static int *kept;
static void
keep (void)
{
  int local = 5;
  kept = &local;
}
int
main (void)
{
  keep ();
  return *kept == 7;
}
