/* mazurka: ok */
/* Nobody signals: the time is over, and that is said. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int
main (void)
{
  static const struct timespec until = {.tv_sec = 1};
  pthread_mutex_lock (&m);
  assert (pthread_cond_timedwait (&c, &m, &until) == ETIMEDOUT);
  pthread_mutex_unlock (&m);
  return 0;
}
