/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int other;
static void *work (void *x)
{
  pthread_rwlock_rdlock (&l);
  other += data;
  pthread_rwlock_unlock (&l);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_rwlock_wrlock (&l);
  data++;
  pthread_rwlock_unlock (&l);
  pthread_join (t, NULL);
  return 0;
}
