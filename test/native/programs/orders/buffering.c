/* mazurka: ok */
/* Store buffering: fences see to it that not both loads come first. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *
first (void *u)
{
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  a = atomic_load_explicit (&y, memory_order_relaxed);
  return u;
}
static void *
second (void *u)
{
  atomic_store_explicit (&y, 1, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  b = atomic_load_explicit (&x, memory_order_relaxed);
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
  assert (a || b);
  return 0;
}
