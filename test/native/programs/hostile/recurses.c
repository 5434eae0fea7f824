/* mazurka: crash "stack overflow" */
static __attribute__ ((noinline)) int
down (volatile int *p)
{
  volatile int here[1000] = {*p};
  return down (here) + here[0];
}
int
main (void)
{
  volatile int x = 1;
  return down (&x);
}
