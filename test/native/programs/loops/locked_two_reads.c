/* mazurka: ok */
/* A loop that locks, and waits for either of two: it is halted, and the second of what it has read lets it go. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static void *waits (void *unused)
{
  for (int over = 0; !over;) {
    over = atomic_load (&x) || atomic_load (&y);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
  }
  return unused;
}
static void *ends (void *unused)
{
  atomic_store (&y, 1);
  return unused;
}
int main (void)
{
  pthread_t t[2];
  pthread_create (&t[0], NULL, waits, NULL);
  pthread_create (&t[1], NULL, ends, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
}
