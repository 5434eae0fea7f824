/* mazurka: assertion "fegetround" */
/* What a turn changes is in no memory, nor in a register that calls keep: the rounding mode. */
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    fesetround (FE_UPWARD);
  assert (fegetround () != FE_UPWARD);
  pthread_join (t, NULL);
}
