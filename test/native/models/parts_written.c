/* mazurka: ok */
/* What is written to a part of a variable leaves its rest. */
#include <assert.h>
#include <stdint.h>
union word {
  uint32_t all;
  uint16_t half[2];
  uint8_t byte[4];
};
int
main (void)
{
  volatile union word w;
  w.all = 0x11223344;
  w.byte[0] = 0x55;
  assert (w.all == 0x11223355);
  w.half[1] = 0x6677;
  assert (w.all == 0x66773355 && w.byte[1] == 0x33);
  return 0;
}
