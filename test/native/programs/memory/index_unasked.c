/* mazurka: ok */
/* options: --cflags=-fno-sanitize=bounds */
/* Indices are not checked where that is not wanted. */
static int all[2][4];

int
main (void)
{
  for (int i = 0; i < 8; i++)
    all[0][i] = 0;
  return 0;
}
