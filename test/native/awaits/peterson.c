/* Peterson's algorithm, N rounds. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static atomic_int flag[2], turn, in;
static void *thread (void *number)
{
  int me = (int) (intptr_t) number, other = 1 - me;
  for (int i = 0; i < N; i++) {
    atomic_store (&flag[me], 1);
    atomic_store (&turn, other);
    while (atomic_load (&flag[other]) && atomic_load (&turn) == other)
      ;
    atomic_store (&in, me);
    assert (atomic_load (&in) == me);
    atomic_store (&flag[me], 0);
  }
  return NULL;
}
int main (void)
{
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, (void *) i);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
