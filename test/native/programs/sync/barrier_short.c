/* mazurka: deadlock */
#include <pthread.h>
static pthread_barrier_t b;
static void *
work (void *unused)
{
  (void) unused;
  pthread_barrier_wait (&b);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_barrier_init (&b, NULL, 3);
  pthread_create (&t, NULL, work, NULL);
  pthread_barrier_wait (&b);
  pthread_join (t, NULL);
  return 0;
}
