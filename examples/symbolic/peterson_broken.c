/* Peterson's algorithm with the first two statements exchanged: both may get in.  */
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
    atomic_store (&turn, other);
    atomic_store (&wants[me], true);
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
