/* mazurka: unknown "runs on and on" */
int
main (void)
{
  volatile int x = 0;
  for (;;)
    x++;
}
