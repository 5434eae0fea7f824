/* mazurka: data-race "on 'shared'" */
/* An atomic write does not stand for the plain one before it: an atomic read races
 * with that. The reader always comes later, but nothing orders it. */
#include <pthread.h>

static int shared, later;

static void *
writer (void *unused)
{
  *(volatile int *) &shared = 1;
  __atomic_store_n (&shared, 2, __ATOMIC_RELAXED);
  __atomic_store_n (&later, 1, __ATOMIC_RELAXED);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, writer, NULL);
  if (__atomic_load_n (&later, __ATOMIC_RELAXED))
    __atomic_load_n (&shared, __ATOMIC_RELAXED);
  return pthread_join (thread, NULL);
}
