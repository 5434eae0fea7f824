/* One thread stores x, N threads load it. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif
#define THREADS (N + 1)

static atomic_int x;

static void *
worker (void *argument)
{
  if (argument == NULL)
    atomic_store (&x, 1);
  else
    (void) atomic_load (&x);
  return NULL;
}

#ifndef THREADS
#define THREADS N
#endif

int
main (void)
{
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, worker, (void *) i);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
