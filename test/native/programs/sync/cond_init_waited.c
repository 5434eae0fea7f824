/* mazurka: api-misuse "init of a condition variable where" */
/* options: --ends=off --allow-races */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c;

static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  pthread_cond_wait (&c, &m);
  pthread_mutex_unlock (&m);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_cond_init (&c, NULL);
  pthread_mutex_lock (&m);
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return 0;
}
