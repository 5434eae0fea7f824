/* Something is made when it is first needed. The pointer is looked at
 * without the mutex and is no atomic: a data race, and on many machines a
 * thread can see the pointer before the value. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct thing {
  int value;
};

static struct thing *the_thing;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct thing *
get (void)
{
  struct thing *t = the_thing;
  if (t)
    return t;
  pthread_mutex_lock (&mutex);
  t = the_thing;
  if (!t) {
    t = malloc (sizeof *t);
    t->value = 42;
    the_thing = t;
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
