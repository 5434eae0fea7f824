/* A ticket lock of N threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next, owner;
static int counter;
static void *thread (void *unused)
{
  unsigned mine = atomic_fetch_add (&next, 1);
  while (atomic_load (&owner) != mine)
    ;
  counter++;
  atomic_store (&owner, mine + 1);
  return unused;
}
int main (void)
{
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
  assert (counter == N);
}
