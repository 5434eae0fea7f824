/* mazurka: unknown "may also find the older value 0" */
/* A trylock that fails synchronises with nobody: C11 does not say that the store
 * before the lock is seen. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static void *
first (void *u)
{
  atomic_store_explicit (&x, 1, memory_order_relaxed);
  pthread_mutex_lock (&m);
  return u;
}
static void *
second (void *u)
{
  if (pthread_mutex_trylock (&m))
    assert (atomic_load_explicit (&x, memory_order_relaxed) == 1);
  else
    pthread_mutex_unlock (&m);
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
  return 0;
}
