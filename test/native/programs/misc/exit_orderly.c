/* mazurka: ok, 1 execution */
/* Handlers in the reverse order, then destructor functions. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int trail;

static void
first (void)
{
  trail = 10 * trail + 1;
}

static void
second (void)
{
  trail = 10 * trail + 2;
}

__attribute__ ((destructor)) static void
last (void)
{
  assert (trail == 21);
}

static void *
work (void *unused)
{
  return unused;
}

int
main (void)
{
  pthread_t t;
  atexit (first);
  atexit (second);
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
}
