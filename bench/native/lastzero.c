/* Thread j in 1..N does a[j] = a[j-1] + 1; one more looks for the last zero. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif
#define THREADS (N + 1)

static atomic_int a[N + 1];

static void *
worker (void *argument)
{
  long j = (long) argument;
  if (j > 0)
    atomic_store (&a[j], atomic_load (&a[j - 1]) + 1);
  else
    for (int i = N; atomic_load (&a[i]) != 0;)
      i--;
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
