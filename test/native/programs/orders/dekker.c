/* mazurka: ok */
/* Dekker's algorithm with seq_cst accesses. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn;
static int inside;
static void *
first (void *u)
{
  atomic_store_explicit (&wants[0], 1, memory_order_seq_cst);
  while (atomic_load_explicit (&wants[1], memory_order_seq_cst))
    if (atomic_load_explicit (&turn, memory_order_seq_cst) != 0) {
      atomic_store_explicit (&wants[0], 0, memory_order_seq_cst);
      while (atomic_load_explicit (&turn, memory_order_seq_cst) != 0)
        ;
      atomic_store_explicit (&wants[0], 1, memory_order_seq_cst);
    }
  inside++;
  atomic_store_explicit (&turn, 1, memory_order_seq_cst);
  atomic_store_explicit (&wants[0], 0, memory_order_seq_cst);
  return u;
}
static void *
second (void *u)
{
  atomic_store_explicit (&wants[1], 1, memory_order_seq_cst);
  while (atomic_load_explicit (&wants[0], memory_order_seq_cst))
    if (atomic_load_explicit (&turn, memory_order_seq_cst) != 1) {
      atomic_store_explicit (&wants[1], 0, memory_order_seq_cst);
      while (atomic_load_explicit (&turn, memory_order_seq_cst) != 1)
        ;
      atomic_store_explicit (&wants[1], 1, memory_order_seq_cst);
    }
  inside++;
  atomic_store_explicit (&turn, 0, memory_order_seq_cst);
  atomic_store_explicit (&wants[1], 0, memory_order_seq_cst);
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
