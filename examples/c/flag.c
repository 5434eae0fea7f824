/* One thread writes a result and raises a flag, another waits for the flag and reads
 * the result. The flag is atomic: what was written before it was raised is seen by
 * whoever sees it raised. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int result;
static atomic_int ready;

static void *
compute (void *unused)
{
  result = 42;
  atomic_store (&ready, 1);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, compute, NULL);
  while (!atomic_load (&ready))
    ;
  assert (result == 42);
  pthread_join (thread, NULL);
  return 0;
}
