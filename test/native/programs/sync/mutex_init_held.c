/* mazurka: api-misuse "init of a mutex that" */
/* options: --allow-races */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_init (&m, NULL);
  pthread_join (t, NULL);
  return 0;
}
