/* mazurka: assertion "flag" */
/* Its time is over, then it waits for the mutex: what is set in between is seen, and the signal is lost. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag;

static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  flag = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return unused;
}

int
main (void)
{
  pthread_t t;
  struct timespec soon = {1, 0};
  pthread_mutex_lock (&m);
  pthread_create (&t, NULL, work, NULL);
  int late = pthread_cond_timedwait (&c, &m, &soon) == ETIMEDOUT;
  assert (!(late && flag));
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
}
