/* mazurka: ok, 3 executions */
/* options: --memory-model=sc */
/* Store buffering, with sequential consistency taken for granted. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *
first (void *u)
{
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  a = atomic_load_explicit (&y, memory_order_relaxed);
  return u;
}
static void *
second (void *u)
{
  atomic_store_explicit (&y, 1, memory_order_relaxed);
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
