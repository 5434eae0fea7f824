/* mazurka: assertion "woken != 2" */
/* options: --ends=off */
/* A signal may wake the one that came last. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting, woken;
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  waiting = 10 * waiting + (int) (long) x;
  pthread_cond_wait (&c, &m);
  woken = (int) (long) x;
  pthread_mutex_unlock (&m);
  assert (woken != 2);
  return NULL;
}
int main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, (void *) 1);
  pthread_create (&b, NULL, work, (void *) 2);
  pthread_mutex_lock (&m);
  if (waiting == 12)
    pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return 0;
}
