/* mazurka: ok */
/* What a waiting loop would do next is tried: the try must not take the mutex. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int a = 1, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  while (a == 1 && b == 1)
    ;
  while (pthread_mutex_trylock (&m))
    ;
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  b = 1;
  a = 0;
  pthread_join (t, NULL);
  return 0;
}
