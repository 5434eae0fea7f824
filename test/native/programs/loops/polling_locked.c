/* mazurka: ok */
/* The loop is first seen at the load, where the mutex is held. */
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static atomic_int started;
static void *
work (void *unused)
{
  volatile int first = 1;
  for (int done = 0; !done;) {
    pthread_mutex_lock (&m);
    if (first) {
      first = 0;
      started = 1;
    }
    done = ready;
    pthread_mutex_unlock (&m);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_mutex_lock (&m);
  ready = 1;
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
