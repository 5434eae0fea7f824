/* mazurka: ok, 90 executions */
/* An exchange first, then tests until it is worth another: three threads, two rounds each. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int counter;
static void lock (void)
{
  while (atomic_exchange (&l, 1))
    while (atomic_load (&l))
      ;
}
static void *thread (void *u)
{
  for (int i = 0; i < 2; i++) {
    lock ();
    counter++;
    atomic_store (&l, 0);
  }
  return u;
}
int main (void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&t[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], NULL);
}
