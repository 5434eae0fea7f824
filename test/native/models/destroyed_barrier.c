/* mazurka: api-misuse "barrier" */
#include <pthread.h>
static pthread_barrier_t b;
static void *
thread (void *arg)
{
  pthread_barrier_wait (&b);
  return arg;
}
int
main (void)
{
  pthread_t t;
  if (pthread_barrier_init (&b, NULL, 0) != 22)
    return 1;
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, thread, NULL);
  pthread_barrier_wait (&b);
  pthread_barrier_destroy (&b);
  pthread_join (t, NULL);
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, thread, NULL);
  pthread_barrier_destroy (&b);
  pthread_join (t, NULL);
  return 0;
}
