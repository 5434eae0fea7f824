/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *work (void *x)
{
  pthread_mutex_lock (&m);
  data++;
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  return 0;
}
