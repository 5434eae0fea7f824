/* mazurka: ok, 2 executions */
/* Time passes when one sleeps, goes on over a lock, and loops that wait for it end. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static time_t seen;
static void *
work (void *unused)
{
  sleep (100);
  pthread_mutex_lock (&m);
  seen = time (NULL);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  time_t start = time (NULL);
  assert (getpid () == getpid () && rand () >= 0);
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  assert (!seen || time (NULL) >= seen);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  assert (time (NULL) >= start + 100);
  struct timespec a, b;
  clock_gettime (CLOCK_MONOTONIC, &a);
  do
    clock_gettime (CLOCK_MONOTONIC, &b);
  while (b.tv_sec < a.tv_sec + 2);
  return 0;
}
