/* mazurka: data-race "on 'shared'" */
/* A plain read after an atomic write that nothing orders before it. */
#include <pthread.h>

static int shared, later;

static void *
writer (void *unused)
{
  __atomic_store_n (&shared, 1, __ATOMIC_RELAXED);
  __atomic_store_n (&later, 1, __ATOMIC_RELAXED);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, writer, NULL);
  if (__atomic_load_n (&later, __ATOMIC_RELAXED))
    (void) *(volatile int *) &shared;
  return pthread_join (thread, NULL);
}
