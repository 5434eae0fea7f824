/* mazurka: data-race "on 'shared'" */
/* As later_atomic.c, with a release between the plain write and the atomic one. */
#include <pthread.h>

static _Alignas (16) int shared;
static _Alignas (16) int released, later;

static void *
writer (void *unused)
{
  *(volatile int *) &shared = 1;
  __atomic_store_n (&released, 1, __ATOMIC_RELEASE);
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
