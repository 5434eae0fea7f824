/* mazurka: ok */
/* A flag that is released and acquired hands the data over. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int flag;
static void *
first (void *u)
{
  data = 1;
  atomic_store_explicit (&flag, 1, memory_order_release);
  return u;
}
static void *
second (void *u)
{
  if (atomic_load_explicit (&flag, memory_order_acquire))
    assert (data == 1);
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
