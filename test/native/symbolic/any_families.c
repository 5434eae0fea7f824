/* Two places start threads nobody knows how often: a violation takes two of each. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *
first (void *argument)
{
  atomic_fetch_add (&x, 1);
  if (atomic_load (&y) == 2)
    assert (atomic_load (&x) < 2);
  atomic_fetch_sub (&x, 1);
  return argument;
}

static void *
second (void *argument)
{
  atomic_fetch_add (&y, 1);
  atomic_fetch_sub (&y, 1);
  return argument;
}

int
main (void)
{
  pthread_t t;
  for (;;) {
    pthread_create (&t, NULL, first, NULL);
    pthread_create (&t, NULL, second, NULL);
  }
}
