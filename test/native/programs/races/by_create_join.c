/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *work (void *x)
{
  data++;
  return x;
}
int main (void)
{
  pthread_t t;
  data = 1;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  data++;
  return 0;
}
