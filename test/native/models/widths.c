/* mazurka: ok */
#include <assert.h>
#include <stdint.h>
int
main (void)
{
  volatile int8_t a = -128, b = 127;
  volatile uint8_t c = 255;
  volatile int16_t d = -32768;
  volatile uint64_t e = UINT64_C (0x8000000000000001);
  volatile int64_t f = INT64_MIN;
  c++;
  assert (c == 0 && (int8_t) (b + 1) == a && (uint16_t) d == 32768);
  assert (e >> 63 == 1 && f < 0 && (uint64_t) f + 1 == e && (int64_t) e >> 1 < 0);
  assert ((uint32_t) e == 1 && (e & 1) && e * 2 == 2);
  return 0;
}
