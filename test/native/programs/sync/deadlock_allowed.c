/* mazurka: ok */
/* options: --ends=off */
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *
work (void *unused)
{
  pthread_mutex_lock (&b);
  pthread_mutex_lock (&a);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&a);
  pthread_mutex_lock (&b);
  return 0;
}
