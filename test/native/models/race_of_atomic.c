/* mazurka: data-race */
/* A plain read beside an atomic write. */
#include <pthread.h>
static int x;
static void *
work (void *unused)
{
  __atomic_store_n (&x, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int seen = x;
  pthread_join (t, NULL);
  return seen > 1;
}
