/* mazurka: assertion "x == 1" */
/* options: --por=none --time=15 */
/* The execution is long, and what is told of it is repeated with all orders of seq_cst accesses traced: not each read with all before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *
look (void *unused)
{
  for (int i = 0; i < 40000; i++)
    (void) atomic_load (&x);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, look, 0);
  look (0);
  pthread_join (t, 0);
  assert (x == 1);
}
