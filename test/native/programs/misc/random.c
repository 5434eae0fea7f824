/* mazurka: ok, 2 executions */
/* A thread's numbers do not depend on what others do; a seed decides them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work (void *x)
{
  int a = rand ();
  pthread_mutex_lock (&m);
  pthread_mutex_unlock (&m);
  srand (5);
  int b = rand ();
  srand (6);
  assert (b != rand ());
  srand (5);
  assert (b == rand ());
  if (x)
    *(int *) x = a;
  return NULL;
}
int main (void)
{
  pthread_t t;
  static int first;
  int mine;
  pthread_create (&t, NULL, work, &first);
  work (&mine);
  pthread_join (t, NULL);
  assert (first != mine);
  static int expected = -1;
  assert (expected == -1 || expected == first);
  return 0;
}
