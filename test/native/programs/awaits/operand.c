/* mazurka: ok, 2 executions */
/* What the exchange would write is nowhere but in its argument, and differs from turn to turn. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l = 1, x = 1;
static void *exchanges (void *unused)
{
  int was, next = 1;
  do {
    was = atomic_exchange (&l, next);
    next = atomic_load (&x);
  } while (was == 1);
  return unused;
}
static void *changes (void *unused)
{
  atomic_store (&x, 0);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, exchanges, NULL);
  pthread_create (&t[1], NULL, changes, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
