/* Nobody knows how many threads look at the lock, and take it afterwards. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, inside;

static void *
worker (void *argument)
{
  while (atomic_load (&lock))
    ;
  atomic_store (&lock, 1);
  assert (atomic_fetch_add (&inside, 1) == 0);
  atomic_fetch_sub (&inside, 1);
  atomic_store (&lock, 0);
  return argument;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, NULL, worker, NULL);
}
