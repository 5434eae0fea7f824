/* mazurka: livelock */
/* A loop of timed waits ends when it is signalled, but not when the signal comes after its time and before it has the mutex. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
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
  struct timespec past = {1, 0};
  pthread_mutex_lock (&m);
  pthread_create (&t, NULL, work, NULL);
  while (pthread_cond_timedwait (&c, &m, &past))
    ;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
