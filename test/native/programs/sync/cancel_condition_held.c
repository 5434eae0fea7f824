/* mazurka: deadlock */
/* Nobody unlocks the mutex of the thread that was cancelled. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, left;

static void
leave (void *unused)
{
  (void) unused;
  left = 1;
}

static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  pthread_cleanup_push (leave, NULL);
  waits = 1;
  for (;;)
    pthread_cond_wait (&c, &m);
  pthread_cleanup_pop (1);
  return unused;
}

int
main (void)
{
  pthread_t t;
  void *result;
  pthread_create (&t, NULL, work, NULL);
  pthread_cancel (t);
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  pthread_join (t, &result);
  assert (result == PTHREAD_CANCELED && waits && left);
  return pthread_mutex_lock (&m);
}
