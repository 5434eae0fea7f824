/* mazurka: ok */
/* The comparison that fails leaves what it found where the next one looks, which is no variable of the stack. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 1;
static int expected;
static void *swaps (void *u)
{
  while (!atomic_compare_exchange_strong (&x, &expected, 2))
    ;
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, swaps, NULL);
  pthread_join (t, NULL);
  assert (x == 2 && expected == 1);
}
