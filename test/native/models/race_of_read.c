/* mazurka: data-race "data race on x" */
/* Only one of the two writes, and the other reads under a lock that the first has on one of two ways. */
#include <mazurka/mazurka.h>
#include <pthread.h>
static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void *
reader (void *unused)
{
  pthread_mutex_lock (&m);
  y = x;
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  unsigned careful = mz_choose (2);
  pthread_t t;
  pthread_create (&t, NULL, reader, NULL);
  pthread_mutex_lock (careful ? &m : &other);
  x = 1;
  pthread_mutex_unlock (careful ? &m : &other);
  pthread_join (t, NULL);
  return 0;
}
