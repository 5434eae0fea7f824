/* N threads each push a node of their own onto a lock-free stack and pop one.
 * An attempt that must be repeated is assumed away. */
#include <pthread.h>
#include <stdatomic.h>

#include <mazurka/mazurka.h>

#ifndef N
#define N 3
#endif

static _Atomic int top;           /* 0: empty */
static _Atomic int next[N + 1];

static void *
worker (void *argument)
{
  int node = (int) (long) argument + 1;
  int old = atomic_load (&top);
  atomic_store (&next[node], old);
  mz_assume (atomic_compare_exchange_strong (&top, &old, node));
  old = atomic_load (&top);
  if (old == 0)
    return NULL;
  int after = atomic_load (&next[old]);
  mz_assume (atomic_compare_exchange_strong (&top, &old, after));
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
