/* mazurka: ok, 4 executions */
/* Sixteen bytes at a time, as lock-free lists with counted pointers have them. */
#include <assert.h>
#include <pthread.h>
typedef unsigned __int128 wide;
static wide w;
static void *
work (void *unused)
{
  wide old = __atomic_load_n (&w, __ATOMIC_SEQ_CST);
  wide new = old + 1 + ((wide) 1 << 64);
  while (!__atomic_compare_exchange_n (&w, &old, new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    new = old + 1 + ((wide) 1 << 64);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  assert (w == 2 + ((wide) 2 << 64));
  return 0;
}
