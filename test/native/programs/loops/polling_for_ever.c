/* mazurka: livelock */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
int
main (void)
{
  for (;;) {
    pthread_mutex_lock (&m);
    int d = done;
    pthread_mutex_unlock (&m);
    if (d)
      return 0;
  }
}
