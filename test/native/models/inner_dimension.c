/* mazurka: memory "index outside of the array" */
static int a[2][3];
int
main (void)
{
  int *end = &a[0][3];
  a[1][2] = 1;
  return a[0][4] + (end == a[1]);
}
