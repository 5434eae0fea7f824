/* mazurka: crash */
int
main (void)
{
  for (volatile char *p = (volatile char *) 0x1000;; p += 4096)
    *p = 1;
}
