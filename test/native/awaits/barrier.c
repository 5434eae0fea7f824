/* A barrier of N threads that poll. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static atomic_int arrived;
static int before[N];
static void *thread (void *number)
{
  before[(intptr_t) number] = 1;
  atomic_fetch_add (&arrived, 1);
  while (atomic_load (&arrived) < N)
    ;
  for (int i = 0; i < N; i++)
    assert (before[i]);
  return NULL;
}
int main (void)
{
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create (&t[i], NULL, thread, (void *) i);
  for (int i = 0; i < N; i++)
    pthread_join (t[i], NULL);
}
