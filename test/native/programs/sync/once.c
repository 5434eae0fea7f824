/* mazurka: ok */
/* Who comes second waits until the routine is done, and sees what it did. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, runs;
static void routine (void)
{
  pthread_mutex_lock (&m);
  runs++;
  pthread_mutex_unlock (&m);
  ready = 1;
}
static void *work (void *x)
{
  pthread_once (&once, routine);
  assert (ready);
  return x;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_once (&once, routine);
  assert (ready);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (runs == 1);
  return 0;
}
