/* mazurka: assertion */
/* What the last turn found matters to the next one with one value of the location only. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top = 3, node[4];
static int seen;
static void push (void)
{
  int o, k = 0;
  (void) k;
  for (;; k = o) {
    o = atomic_load (&top);
    atomic_store (&node[1], o == 2 ? k : o);
    if (atomic_compare_exchange_strong (&top, &o, 1))
      break;
  }
}
static void *pushes (void *unused)
{
  push ();
  return unused;
}
static void *changes (void *unused)
{
  atomic_store (&top, 2);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, pushes, NULL);
  pthread_create (&t[1], NULL, changes, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (atomic_load (&node[1]) != 2);
}
