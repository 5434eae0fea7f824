/* N threads each store their number to x; main loads it at the end. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 6
#endif

static atomic_int x;

static void *
worker (void *argument)
{
  atomic_store (&x, (int) (long) argument);
  return NULL;
}

int
main (void)
{
  pthread_t thread[N];
  for (long i = 0; i < N; i++)
    pthread_create (&thread[i], NULL, worker, (void *) i);
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  return atomic_load (&x) < 0;
}
