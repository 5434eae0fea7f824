/* mazurka: ok */
/* What was read before a seq_cst fence is not forgotten after a later one. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *
first (void *unused)
{
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  return unused;
}

static void *
second (void *unused)
{
  (void) atomic_load_explicit (&x, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  atomic_store_explicit (&y, 1, memory_order_relaxed);
  return unused;
}

static void *
third (void *unused)
{
  (void) atomic_load_explicit (&y, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  (void) atomic_load_explicit (&x, memory_order_relaxed);
  return unused;
}

int
main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], NULL, first, NULL);
  pthread_create (&t[1], NULL, second, NULL);
  pthread_create (&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
