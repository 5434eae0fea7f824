/* mazurka: data-race "data race on x" */
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  pthread_mutex_lock (&n);
  x++;
  pthread_mutex_unlock (&n);
  return unused;
}
int
main (void)
{
  pthread_t t;
  x = 1;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  x++;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
