/* mazurka: assertion "before" */
/* A turn that changes only whether the thread may be cancelled: it matters after the loop. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  int before;
  pthread_create (&t, NULL, sets, NULL);
  while (!atomic_load (&x))
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &before);
  assert (before == PTHREAD_CANCEL_ENABLE);
  pthread_join (t, NULL);
}
