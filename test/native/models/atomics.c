/* mazurka: ok */
#include <assert.h>
#include <stdatomic.h>
static atomic_uint x = 12;
int
main (void)
{
  assert (atomic_fetch_xor (&x, 10) == 12 && x == 6);
  assert (atomic_fetch_or (&x, 9) == 6 && x == 15);
  assert (atomic_fetch_and (&x, 5) == 15 && x == 5);
  assert (atomic_fetch_sub (&x, 7) == 5 && x == 0xfffffffe);
  assert (atomic_exchange (&x, 3) == 0xfffffffe && atomic_fetch_add (&x, 1) == 3 && x == 4);
  return 0;
}
