/* mazurka: ok */
/* A fence comes before those who read what overwrote what was read after it. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a, x;

static void *
first (void *unused)
{
  atomic_store_explicit (&a, 1, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  (void) atomic_load_explicit (&x, memory_order_relaxed);
  return unused;
}

static void *
second (void *unused)
{
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  return unused;
}

static void *
third (void *unused)
{
  (void) atomic_load_explicit (&x, memory_order_relaxed);
  atomic_thread_fence (memory_order_seq_cst);
  (void) atomic_load_explicit (&a, memory_order_relaxed);
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
