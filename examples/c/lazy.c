/* Something is made when it is first needed. The pointer is an atomic. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

struct thing {
  int value;
};

static struct thing *_Atomic the_thing;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct thing *
get (void)
{
  struct thing *t = atomic_load (&the_thing);
  if (t)
    return t;
  pthread_mutex_lock (&mutex);
  t = atomic_load (&the_thing);
  if (!t) {
    t = malloc (sizeof *t);
    t->value = 42;
    atomic_store (&the_thing, t);
  }
  pthread_mutex_unlock (&mutex);
  return t;
}

static void *
worker (void *argument)
{
  (void) argument;
  assert (get ()->value == 42);
  return NULL;
}

int
main (void)
{
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
