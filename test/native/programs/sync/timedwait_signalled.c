/* mazurka: assertion "r == ETIMEDOUT" */
/* A timed wait may be signalled in time. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  struct timespec until;
  clock_gettime (CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock (&m);
  pthread_create (&t, NULL, work, NULL);
  int r = pthread_cond_timedwait (&c, &m, &until);
  pthread_mutex_unlock (&m);
  assert (r == ETIMEDOUT);
  return 0;
}
