/* mazurka: ok, 4 executions */
/* Both may try first; who is second fails, or comes after the first has left. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *x)
{
  if (!pthread_mutex_trylock (&m))
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
