/* mazurka: ok */
/* A barrier lets nobody pass before all have come, round after round; one of them is told that it was the last. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t b;
static atomic_int come, last;
static void *
rounds (void *unused)
{
  for (int i = 1; i <= 2; i++) {
    come++;
    last += pthread_barrier_wait (&b) == PTHREAD_BARRIER_SERIAL_THREAD;
    assert (come >= 2 * i);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_barrier_init (&b, NULL, 2);
  pthread_create (&t, NULL, rounds, NULL);
  rounds (NULL);
  pthread_join (t, NULL);
  assert (last == 2);
  return 0;
}
