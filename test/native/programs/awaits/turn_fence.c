/* mazurka: data-race */
/* As with an acquiring test, but a fence does it. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int counter;
static void lock (void)
{
  do {
    while (atomic_load_explicit (&l, memory_order_relaxed))
      ;
    atomic_thread_fence (memory_order_acquire);
  } while (atomic_exchange_explicit (&l, 1, memory_order_relaxed));
}
static void *thread (void *u)
{
  lock ();
  counter++;
  atomic_store_explicit (&l, 0, memory_order_release);
  return u;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
