/* Two threads add to each other's number N times. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif
#define THREADS 2

static atomic_int i = 1, j = 1;

static void *
worker (void *argument)
{
  for (int k = 0; k < N; k++)
    if (argument == NULL) {
      int own = atomic_load (&i);
      atomic_store (&i, own + atomic_load (&j));
    } else {
      int own = atomic_load (&j);
      atomic_store (&j, own + atomic_load (&i));
    }
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
