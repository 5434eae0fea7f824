/* mazurka: data-race */
/* What is read depends on the value that a turn finds, and the order is relaxed. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state;
static volatile int progress;
static void *writes (void *u)
{
  progress = 1;
  atomic_store_explicit (&state, 1, memory_order_relaxed);
  atomic_store (&state, 2);
  return u;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, writes, NULL);
  for (int s; (s = atomic_load (&state)) != 2;)
    if (s == 1)
      (void) progress;
  pthread_join (t, NULL);
}
