/* mazurka: ok */
/* A loop that is woken again and again is not busy waiting. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int full = 1;
static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  while (full)
    pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    pthread_cond_signal (&c);
  pthread_mutex_lock (&m);
  full = 0;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
