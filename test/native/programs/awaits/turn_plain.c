/* mazurka: data-race */
/* Between the test and the exchange a plain variable is read that the holder writes. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int l;
static int counter, seen;
static int lock (void)
{
  int now;
  do {
    while (atomic_load (&l))
      ;
    now = counter;
  } while (atomic_exchange (&l, 1));
  return now;
}
static void *thread (void *u)
{
  seen += lock ();
  counter++;
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
}
