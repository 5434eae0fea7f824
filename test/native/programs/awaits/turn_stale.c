/* mazurka: assertion "taken" */
/* The lock is tested, and then set whatever it holds by then: 2 is not a value that the test lets through. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int lock (void)
{
  int was;
  do
    while (atomic_load (&l))
      ;
  while ((was = atomic_exchange (&l, 1)) == 1);
  return was;
}
static void *thread (void *u)
{
  int taken = lock ();
  assert (taken == 0);
  atomic_store (&l, 0);
  return u;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < 2; i++)
    atomic_load (&l);
  atomic_store (&l, 2);
  atomic_store (&l, 0);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
