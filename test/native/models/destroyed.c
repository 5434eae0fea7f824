/* mazurka: api-misuse "after it was destroyed" */
/* Destroyed and made anew, then destroyed and used. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int
main (void)
{
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  pthread_mutex_destroy (&m);
  pthread_mutex_init (&m, NULL);
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  pthread_mutex_destroy (&m);
  pthread_mutex_lock (&m);
  return 0;
}
