/* mazurka: ok */
/* Of what main returns eight bits are the status. */
int
main (void)
{
  volatile int z = 256;
  return z;
}
