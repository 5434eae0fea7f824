/* Peterson's algorithm, round after round without end: proved by --engine=ic3 or --engine=bdd, not by running it.  */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_uchar turn, inside;

static void *
worker (void *argument)
{
  unsigned char me = argument != NULL, other = !me;
  for (;;) {
    atomic_store (&wants[me], true);
    atomic_store (&turn, other);
    while (atomic_load (&wants[other]) && atomic_load (&turn) == other)
      ;
    assert (atomic_fetch_add (&inside, 1) == 0);
    atomic_fetch_sub (&inside, 1);
    atomic_store (&wants[me], false);
  }
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, worker, &thread);
  worker (NULL);
  return 0;
}
