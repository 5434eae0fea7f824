/* mazurka: unknown "weak memory" */
/* A store to a half and a load of the whole are of one location: each of the two threads may miss what the other has stored. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static union { _Atomic uint32_t all; _Atomic uint16_t half[2]; } x, y;
static int a, b;
static void *
first (void *unused)
{
  atomic_store_explicit (&x.half[1], 1, memory_order_release);
  a = (int) (atomic_load_explicit (&y.all, memory_order_acquire) >> 16);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, first, NULL);
  atomic_store_explicit (&y.half[1], 1, memory_order_release);
  b = (int) (atomic_load_explicit (&x.all, memory_order_acquire) >> 16);
  pthread_join (t, NULL);
  return 0;
}
