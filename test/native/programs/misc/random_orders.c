/* mazurka: ok, 6 executions */
/* Three calls that nothing orders: each order of them. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *work (void *x)
{
  *(long *) x = random ();
  return x;
}
int main (void)
{
  pthread_t t, u;
  static long a, b;
  pthread_create (&t, NULL, work, &a);
  pthread_create (&u, NULL, work, &b);
  long c = random ();
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  assert (a != b && b != c);
  return 0;
}
