/* mazurka: api-misuse "nobody holds" */
/* A mutex that was locked and unlocked is unlocked again. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int
main (void)
{
  pthread_mutex_lock (&mutex);
  pthread_mutex_unlock (&mutex);
  pthread_mutex_unlock (&mutex);
  return 0;
}
