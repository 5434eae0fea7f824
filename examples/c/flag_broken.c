/* One thread writes a result and raises a flag, another waits for the flag and reads
 * the result. The flag is raised too early, so that the result may be read while it is
 * written. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int result;
static atomic_int ready;

static void *
compute (void *unused)
{
  atomic_store (&ready, 1);
  result = 42;
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
