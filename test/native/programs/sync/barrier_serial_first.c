/* mazurka: assertion "by == 2" */
/* Either may be the last to arrive. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_barrier_t b;
static int by;
static void *work (void *x)
{
  if (pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD)
    by = (int) (long) x;
  return NULL;
}
int main (void)
{
  pthread_t t, u;
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, work, (void *) 1);
  pthread_create (&u, NULL, work, (void *) 2);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  assert (by == 2);
  return 0;
}
