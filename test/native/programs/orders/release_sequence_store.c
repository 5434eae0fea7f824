/* mazurka: data-race "data" */
/* A later relaxed store of the same thread hands on nothing: C++20's rule, stricter than C17's. */
#include <pthread.h>
#include <stdatomic.h>
int data;
static atomic_int flag;
static void *
work (void *unused)
{
  data = 1;
  atomic_store_explicit (&flag, 1, memory_order_release);
  atomic_store_explicit (&flag, 2, memory_order_relaxed);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  if (atomic_load_explicit (&flag, memory_order_acquire) == 2)
    data = 2;
  pthread_join (t, NULL);
}
