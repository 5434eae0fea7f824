/* mazurka: ok */
/* options: --ltl=<>(y==1) */
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *work (void *unused) { while (!atomic_load (&x)) ; atomic_store (&y, 1); return unused; }
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  atomic_store (&x, 1);
  pthread_join (t, NULL);
  return 0;
}
