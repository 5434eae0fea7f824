/* mazurka: ok */
/* Signs: in comparisons, divisions, shifts, and where a number becomes wider. */
#include <assert.h>
#include <stdint.h>
int
main (void)
{
  volatile int a = -7, two = 2;
  volatile unsigned large = 0x80000000u, one = 1;
  volatile int8_t narrow = -3;
  volatile uint8_t byte = 200;
  assert (one < large && !(large < one) && a < two);
  assert (a / two == -3 && a % two == -1 && large / two == 0x40000000u);
  assert (a >> 1 == -4 && large >> 1 == 0x40000000u);
  assert ((int64_t) narrow == -3 && (int64_t) byte == 200 && (uint32_t) narrow == 0xfffffffdu);
  return 0;
}
