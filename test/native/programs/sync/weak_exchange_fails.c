/* mazurka: assertion "exchange" */
/* options: --spurious */
/* A weak exchange outside of a loop: it may fail though nobody else has changed the value. */
#include <assert.h>
#include <stdatomic.h>
static atomic_int x;
int main (void)
{
  int none = 0;
  assert (atomic_compare_exchange_weak (&x, &none, 1));
  return 0;
}
