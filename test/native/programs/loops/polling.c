/* mazurka: ok, 2 executions */
/* Busy waiting under a lock ends: each turn of the loop waits for somebody to
 * take the lock. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void *
work (void *unused)
{
  (void) unused;
  pthread_mutex_lock (&m);
  done = 1;
  pthread_mutex_unlock (&m);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  for (int d = 0; !d; usleep (10)) {
    pthread_mutex_lock (&m);
    d = done;
    pthread_mutex_unlock (&m);
  }
  pthread_join (t, NULL);
  return 0;
}
