/* mazurka: ok */
/* A relaxed update, by whatever thread, hands on what was released before it. */
#include <pthread.h>
#include <stdatomic.h>
int data;
static atomic_int flag;
static void *
work (void *unused)
{
  data = 1;
  atomic_store_explicit (&flag, 1, memory_order_release);
  return unused;
}
static void *
update (void *unused)
{
  int one = 1;
  atomic_compare_exchange_strong_explicit (&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return unused;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&u, NULL, update, NULL);
  if (atomic_load_explicit (&flag, memory_order_acquire) == 2)
    data = 2;
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
