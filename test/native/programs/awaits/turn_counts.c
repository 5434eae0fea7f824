/* mazurka: assertion "failures" */
/* A back-off lock that tells how long it has waited: its turns are not one operation. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int failures;
static int lock (void)
{
  int count = 0;
  while (atomic_exchange (&l, 1))
    count = count < 3 ? count + 1 : count;
  return count;
}
static void *thread (void *u)
{
  int now = lock ();
  failures += now;
  atomic_store (&l, 0);
  return u;
}
int main (void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  assert (failures < 2);
}
