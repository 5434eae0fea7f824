/* mazurka: ok */
/* Where the assumption does not hold its thread stops with the lock: that is no execution, whoever waits for the lock. */
#include <mazurka/mazurka.h>
#include <pthread.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int w;
static void *
writes (void *a)
{
  for (int i = 1; i >= 0; i--) {
    mz_atomic_begin ();
    pthread_mutex_lock (&l);
    w = i;
    pthread_mutex_unlock (&l);
    mz_atomic_end ();
  }
  return a;
}
static void *
assumes (void *a)
{
  mz_atomic_begin ();
  pthread_mutex_lock (&l);
  mz_assume (w == 0);
  pthread_mutex_unlock (&l);
  mz_atomic_end ();
  return a;
}
int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, writes, NULL);
  pthread_create (&u, NULL, assumes, NULL);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
}
