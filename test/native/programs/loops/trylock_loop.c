/* mazurka: ok */
#include <pthread.h>
#include <sched.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *
work (void *unused)
{
  (void) unused;
  while (pthread_mutex_trylock (&m))
    sched_yield ();
  x++;
  pthread_mutex_unlock (&m);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  return x != 2;
}
