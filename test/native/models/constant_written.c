/* mazurka: memory "write to a constant" */
static const int k = 3;
int
main (void)
{
  *(volatile int *) &k = 4;
  return 0;
}
