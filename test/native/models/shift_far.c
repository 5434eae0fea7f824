/* mazurka: crash "shift by" */
int
main (void)
{
  volatile unsigned one = 1, far = 32;
  return (int) (one << far);
}
