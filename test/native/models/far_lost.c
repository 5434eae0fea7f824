/* mazurka: unknown "too far from its object" */
static char c[8];
int
main (void)
{
  volatile long far = 1l << 52;
  char *volatile p = c;
  p = p + far;
  *p = 1;
  return 0;
}
