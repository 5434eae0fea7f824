/* mazurka: data-race */
/* This does not order. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
int pthread_tryjoin_np (pthread_t, void **);
static void *work (void *x)
{
  data = 1;
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  if (pthread_tryjoin_np (t, NULL))
    data++;
  return 0;
}
