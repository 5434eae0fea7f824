/* mazurka: data-race "initialises or destroys it" */
/* The mutex itself orders nothing that came before its own init. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m;
static atomic_int ready;
static void *
work (void *unused)
{
  if (atomic_load_explicit (&ready, memory_order_relaxed)) {
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_init (&m, NULL);
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  pthread_join (t, NULL);
  return 0;
}
