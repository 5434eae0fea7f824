/* It takes eight threads to go wrong: more than the first few, and it is not proved that no number of them does. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *
worker (void *argument)
{
  assert (atomic_fetch_add (&count, 1) < 7);
  return argument;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, NULL, worker, NULL);
}
