/* mazurka: ok */
/* Who sets a seed gets its numbers, whatever others do meanwhile. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int expected;
static void *work (void *x)
{
  srand (5);
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  assert (rand () == expected);
  return x;
}
int main (void)
{
  pthread_t t;
  srand (5);
  expected = rand ();
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  return 0;
}
