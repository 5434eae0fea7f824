/* mazurka: ok */
/* options: --spurious */
/* In a loop it does not matter. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *adds (void *a)
{
  int old = x;
  while (!atomic_compare_exchange_weak (&x, &old, old + 1))
    ;
  return a;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, adds, NULL);
  adds (NULL);
  pthread_join (t, NULL);
  assert (x == 2);
  return 0;
}
