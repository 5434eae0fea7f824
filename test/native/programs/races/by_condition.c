/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int before;
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  data = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_mutex_lock (&m);
  pthread_create (&t, NULL, work, NULL);
  before = data;
  while (!data)
    pthread_cond_wait (&c, &m);
  data++;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
