/* mazurka: unknown "a large number used as a pointer" */
static int x;
int
main (void)
{
  volatile long number = 1l << 52;
  int *p = (int *) number;
  x = 1;
  return *p;
}
