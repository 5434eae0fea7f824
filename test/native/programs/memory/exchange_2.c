/* mazurka: assertion "seen != 1" */
/* Another thread may come before an exchange, or after it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work (void *unused)
{
  int old = 0;
  atomic_compare_exchange_strong (&x, &old, 1);
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int seen = x;
  assert (seen != 1);
  pthread_join (t, NULL);
  return 0;
}
