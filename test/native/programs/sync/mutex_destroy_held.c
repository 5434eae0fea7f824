/* mazurka: api-misuse "destroy of a mutex that main holds" */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int
main (void)
{
  pthread_mutex_lock (&m);
  pthread_mutex_destroy (&m);
  return 0;
}
