/* mazurka: ok */
/* In its first turns the thread counts, between two reads, and comes back to where it was: it does not wait. Later it waits in the same loop. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count, order;
static void *counts (void *unused)
{
  int now;
  do {
    if (atomic_load (&count) < 4)
      atomic_fetch_add (&count, 1);
    now = atomic_load (&order);
    int expected = 1;
    if (now == 1)
      atomic_compare_exchange_strong (&order, &expected, 3);
  } while (now != 2);
  return unused;
}
static void *orders (void *unused)
{
  while (atomic_load (&count) < 4)
    ;
  atomic_store (&order, 1);
  while (atomic_load (&order) != 3)
    ;
  atomic_store (&order, 2);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, counts, NULL);
  pthread_create (&t[1], NULL, orders, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
