/* mazurka: ok */
/* A turn of two operations that is one step, and then a wait that is tried out: what comes after the wait is not done in the trial. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l, go, done;
static int seen, passed;
static void lock (void)
{
  do
    while (atomic_load (&l))
      ;
  while (atomic_exchange (&l, 1));
}
static int wait (void)
{
  int g;
  while (!((g = atomic_load (&go)) & 1))
    ;
  return g;
}
static void *waits (void *unused)
{
  lock ();
  int g = wait ();
  atomic_store (&done, 1);
  passed = g;
  atomic_store (&l, 0);
  return unused;
}
static void *locks (void *unused)
{
  lock ();
  atomic_store (&l, 0);
  return unused;
}
static void *goes (void *unused)
{
  atomic_store (&go, 1);
  atomic_store (&go, 0);
  seen = atomic_load (&done);
  atomic_store (&go, 3);
  return unused;
}
int main (void)
{
  pthread_t t[3];
  pthread_create (&t[0], NULL, waits, NULL);
  pthread_create (&t[1], NULL, locks, NULL);
  pthread_create (&t[2], NULL, goes, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
  assert (!(seen && passed == 3));
}
