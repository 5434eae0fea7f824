/* mazurka: unknown "may also find the older value 0" */
/* A loop waits for `stop`; only what it reads beside, from its second turn on, puts
 * the last load after the store that it might miss. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
static atomic_int data, other, stop;
static void *
writer (void *u)
{
  atomic_store_explicit (&data, 1, memory_order_relaxed);
  atomic_store_explicit (&other, 1, memory_order_relaxed);
  return u;
}
static void *
stopper (void *u)
{
  atomic_store_explicit (&stop, 1, memory_order_relaxed);
  return u;
}
static void *
waiter (void *u)
{
  for (volatile bool first = true; !atomic_load_explicit (&stop, memory_order_relaxed); first = false)
    if (!first)
      (void) atomic_load_explicit (&other, memory_order_relaxed);
  (void) atomic_load_explicit (&data, memory_order_relaxed);
  return u;
}
int
main (void)
{
  static void *(*const all[3]) (void *) = {writer, stopper, waiter};
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, all[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  return 0;
}
