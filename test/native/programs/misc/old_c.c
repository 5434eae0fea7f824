/* mazurka: ok, 1 execution */
/* An inline function without a definition elsewhere, a pointer for a number. */
inline int
half (n)
     int n;
{
  return n / 2;
}
int number = 4;
int
main ()
{
  return half (number) != 2;
}
