/* mazurka: unknown "weak memory" */
/* Dekker's algorithm with release and acquire: both may enter. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn;
static int inside;
static void *
first (void *u)
{
  atomic_store_explicit (&wants[0], 1, memory_order_release);
  while (atomic_load_explicit (&wants[1], memory_order_acquire))
    if (atomic_load_explicit (&turn, memory_order_relaxed) != 0) {
      atomic_store_explicit (&wants[0], 0, memory_order_release);
      while (atomic_load_explicit (&turn, memory_order_acquire) != 0)
        ;
      atomic_store_explicit (&wants[0], 1, memory_order_release);
    }
  inside++;
  atomic_store_explicit (&turn, 1, memory_order_release);
  atomic_store_explicit (&wants[0], 0, memory_order_release);
  return u;
}
static void *
second (void *u)
{
  atomic_store_explicit (&wants[1], 1, memory_order_release);
  while (atomic_load_explicit (&wants[0], memory_order_acquire))
    if (atomic_load_explicit (&turn, memory_order_relaxed) != 1) {
      atomic_store_explicit (&wants[1], 0, memory_order_release);
      while (atomic_load_explicit (&turn, memory_order_acquire) != 1)
        ;
      atomic_store_explicit (&wants[1], 1, memory_order_release);
    }
  inside++;
  atomic_store_explicit (&turn, 0, memory_order_release);
  atomic_store_explicit (&wants[1], 0, memory_order_release);
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
  assert (inside == 2);
  return 0;
}
