/* mazurka: ok */
/* A wait that times out again and again does not go on for ever. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *
work (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&m);
  done = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  struct timespec until = {0};
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  while (!done)
    pthread_cond_timedwait (&c, &m, &until);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
