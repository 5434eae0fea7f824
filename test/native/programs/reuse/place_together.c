/* mazurka: ok */
/* Two threads that are there at the same time have different ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static _Thread_local int me;
static int *_Atomic seen;
static void *
enters (void *unused)
{
  int *before = atomic_exchange (&seen, &me);
  assert (before != &me);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, 0, enters, 0);
  pthread_create (&b, 0, enters, 0);
  pthread_join (a, 0);
  pthread_join (b, 0);
  return 0;
}
