/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static pthread_barrier_t b;
static void *work (void *x)
{
  data = 1;
  pthread_barrier_wait (&b);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, work, NULL);
  pthread_barrier_wait (&b);
  data++;
  pthread_join (t, NULL);
  return 0;
}
