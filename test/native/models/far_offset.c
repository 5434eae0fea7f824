/* mazurka: memory "outside of the object" */
/* An address that has left its object by more than an object can have does not come back too early. */
static char c[8];
int
main (void)
{
  char *volatile p = c;
  p = p - 1;
  p = p + 1;
  *p = 1;
  p = p + 2000000;
  p = p - 1048575;
  *p = 1;
  return 0;
}
