/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static sem_t s;
static void *work (void *x)
{
  data = 1;
  sem_post (&s);
  return x;
}
int main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_wait (&s);
  data++;
  pthread_join (t, NULL);
  return 0;
}
