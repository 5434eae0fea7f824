/* Peterson's algorithm for two threads, with C11 atomics. It gives
 * way before it says what it wants: both can enter. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static atomic_int inside;

static void *
worker (void *argument)
{
  int me = (int) (long) argument, other = 1 - me;
  atomic_store (&turn, other);
  atomic_store (&wants[me], 1);
  while (atomic_load (&wants[other]) && atomic_load (&turn) == other)
    ;
  assert (atomic_fetch_add (&inside, 1) == 0);
  atomic_fetch_sub (&inside, 1);
  atomic_store (&wants[me], 0);
  return NULL;
}

int
main (void)
{
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, worker, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
