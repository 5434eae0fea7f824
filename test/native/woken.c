/* Ends with exit status 1 only where the other thread was woken: the trace has that step. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, waited;
static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  while (!go) {
    waited = 1;
    pthread_cond_wait (&c, &m);
  }
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  go = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return waited;
}
