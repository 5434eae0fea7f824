/* main stores the index before it creates each thread; a thread stores to the
 * element that it finds there. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int idx, a[N];

static void *
worker (void *argument)
{
  (void) argument;
  atomic_store (&a[atomic_load (&idx)], 1);
  return NULL;
}

int
main (void)
{
  pthread_t thread[N];
  for (int i = 0; i < N; i++) {
    atomic_store (&idx, i);
    pthread_create (&thread[i], NULL, worker, NULL);
  }
  for (int i = 0; i < N; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
