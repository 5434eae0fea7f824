/* Paper 3, Fig. 1: two threads add to and subtract from d; what they add depends on their own counter only. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 64
#endif

static int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *
adds (void *unused)
{
  for (int i = 0; i < N; i += 5) {
    pthread_mutex_lock (&m);
    d = d + i;
    assert (d % 5 != 4);
    pthread_mutex_unlock (&m);
  }
  return unused;
}

static void *
subtracts (void *unused)
{
  for (int j = 0; j < N; j += 5) {
    pthread_mutex_lock (&m);
    d = d - j;
    assert (d % 5 != 4);
    pthread_mutex_unlock (&m);
  }
  return unused;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, adds, NULL);
  pthread_create (&b, NULL, subtracts, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
