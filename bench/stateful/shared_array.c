/* Two threads write to an array, each to elements of its own order, again and again: sharedArray of Y. Yang, X. Chen,
 * G. Gopalakrishnan, R. M. Kirby, "Efficient Stateful Dynamic Partial Order Reduction", SPIN 2008. */
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 48
#endif

static int array[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *
writes (void *argument)
{
  int first = argument != NULL;
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock (&m);
    array[2 * (i % 2) + first] = i;
    pthread_mutex_unlock (&m);
  }
  return NULL;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, writes, NULL);
  pthread_create (&b, NULL, writes, &m);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (array[0] == N - 2 && array[3] == N - 1);
  return 0;
}
