/* mazurka: ok, 7 executions */
/* options: --por=none */
/* A value that the location holds in few executions only: whether turns lead to the same is asked with it everywhere. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static atomic_int top, node[3];
static void *pushes (void *number)
{
  int n = (int) (intptr_t) number, o;
  do {
    o = atomic_load (&top);
    atomic_store (&node[n], o);
  } while (!atomic_compare_exchange_strong (&top, &o, n));
  return NULL;
}
static void *changes (void *unused)
{
  if (atomic_load (&top) == 1)
    atomic_store (&top, 7);
  return unused;
}
int main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], NULL, changes, NULL);
  pthread_create (&t[1], NULL, pushes, (void *) 2);
  pthread_create (&t[2], NULL, pushes, (void *) 1);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
}
