/* mazurka: data-race "on 'shared'" */
/* What is written after a release is not released with it, though the same thread
 * wrote the same variable before. */
#include <pthread.h>

static _Alignas (16) int shared;  /* no other is in the same word */
static _Alignas (16) int released, later;

static void *
writer (void *unused)
{
  *(volatile int *) &shared = 1;
  __atomic_store_n (&released, 1, __ATOMIC_RELEASE);
  *(volatile int *) &shared = 2;
  __atomic_store_n (&later, 1, __ATOMIC_RELAXED);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, writer, NULL);
  if (__atomic_load_n (&later, __ATOMIC_RELAXED) && __atomic_load_n (&released, __ATOMIC_ACQUIRE))
    (void) *(volatile int *) &shared;
  return pthread_join (thread, NULL);
}
