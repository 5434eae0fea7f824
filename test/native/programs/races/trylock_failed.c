/* mazurka: data-race */
/* This does not order. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *work (void *x)
{
  pthread_mutex_lock (&m);
  data = 1;
  pthread_mutex_unlock (&m);
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  if (pthread_mutex_trylock (&m))
    data++;
  else
    pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
