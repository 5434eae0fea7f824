/* A ticket lock. Waiting is assumed away. */
#include <pthread.h>
#include <stdatomic.h>

#include <mazurka/mazurka.h>

#ifndef N
#define N 3
#endif

static atomic_int tickets, owner;
static int counter;

static void *
worker (void *argument)
{
  (void) argument;
  int mine = atomic_fetch_add (&tickets, 1);
  mz_assume (atomic_load (&owner) == mine);
  counter++;
  atomic_store (&owner, mine + 1);
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
