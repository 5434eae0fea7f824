/* mazurka: ok */
/* All threads share the numbers of rand, and a seed decides them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *x)
{
  pthread_mutex_lock (&m);
  srand (5);
  int b = rand ();
  srand (6);
  assert (b != rand ());
  srand (5);
  assert (b == rand ());
  pthread_mutex_unlock (&m);
  return x;
}
int main (void)
{
  pthread_t t;
  srand (5);
  int first = rand (), second = rand ();
  pthread_create (&t, NULL, work, NULL);
  work (NULL);
  pthread_join (t, NULL);
  assert (rand () == second && first != second);
  static int expected = -1;
  assert (expected == -1 || expected == first);
  return 0;
}
