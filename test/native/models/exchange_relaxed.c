/* mazurka: unknown "weaker than memory_order_seq_cst" */
/* An exchange that fails may have another order than one that succeeds: it orders nothing here. */
#include <pthread.h>
#include <stdatomic.h>
static int data, seen;
static atomic_int flag;
static void *
writer (void *arg)
{
  data = 1;
  atomic_store (&flag, 1);
  return arg;
}
int
main (void)
{
  pthread_t t;
  int expected = 0;
  pthread_create (&t, NULL, writer, NULL);
  if (!atomic_compare_exchange_strong_explicit (&flag, &expected, 2, memory_order_seq_cst, memory_order_relaxed))
    seen = data;
  pthread_join (t, NULL);
  return 0;
}
