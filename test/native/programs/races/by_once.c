/* mazurka: ok */
/* What one did before is ordered before what the other does. */
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static pthread_once_t o = PTHREAD_ONCE_INIT;
static void routine (void) { data = 1; }
static void *work (void *x)
{
  pthread_once (&o, routine);
  if (data != 1)
    __builtin_trap ();
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
