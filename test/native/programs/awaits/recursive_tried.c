/* mazurka: ok */
/* Looking at what a turn would do must not lock anything: the mutex is given back as often as it was taken. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static atomic_int x;
static void *sets (void *u) { atomic_store (&x, 1); return u; }
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, sets, NULL);
  pthread_mutex_lock (&m);
  for (;;) {
    int found = atomic_load (&x);
    pthread_mutex_lock (&m);
    pthread_mutex_unlock (&m);
    if (found)
      break;
  }
  pthread_mutex_unlock (&m);
  assert (pthread_mutex_unlock (&m));
  pthread_join (t, NULL);
}
