/* mazurka: unknown "weak memory" */
/* A sequence lock whose data is relaxed: halves of two versions may be read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sequence, a, b;
static void *
first (void *u)
{
  atomic_store_explicit (&sequence, 1, memory_order_relaxed);
  atomic_store_explicit (&a, 1, memory_order_relaxed);
  atomic_store_explicit (&b, 1, memory_order_relaxed);
  atomic_store_explicit (&sequence, 2, memory_order_release);
  return u;
}
static void *
second (void *u)
{
  int before = atomic_load_explicit (&sequence, memory_order_acquire);
  int x = atomic_load_explicit (&a, memory_order_relaxed), y = atomic_load_explicit (&b, memory_order_relaxed);
  int after = atomic_load_explicit (&sequence, memory_order_relaxed);
  if (before == after && before % 2 == 0)
    assert (x == y);
  return u;
}
int
main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, first, NULL);
  pthread_create (&t[1], NULL, second, NULL);
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return 0;
}
