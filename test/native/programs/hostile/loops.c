/* mazurka: unknown "without a visible operation" */
int
main (void)
{
  volatile int x = 0;
  for (;;)
    x++;
}
