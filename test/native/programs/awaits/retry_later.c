/* mazurka: assertion */
/* A turn that fails stores what the thread itself looks at, because a later turn does not. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int top = 3, node[4];
static int seen;
static void push (void)
{
  int o, k = 0;
  (void) k;
  do {
    o = atomic_load (&top);
    if (o == 2)
      break;
    atomic_store (&node[1], o);
  } while (!atomic_compare_exchange_strong (&top, &o, 1));
  seen = atomic_load (&node[1]);
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
  assert (!(seen == 3 && atomic_load (&top) == 2));
}
