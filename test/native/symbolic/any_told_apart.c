/* A mutex knows who has it: threads are not all alike. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *
worker (void *argument)
{
  pthread_mutex_lock (&m);
  inside++;
  assert (inside == 1);
  inside--;
  pthread_mutex_unlock (&m);
  return argument;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, NULL, worker, NULL);
}
