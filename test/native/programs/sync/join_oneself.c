/* mazurka: ok */
/* A thread that joins itself is told so, also where it was detached. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *joins (void *q) { assert (pthread_join (pthread_self (), 0) == EDEADLK); return q; }
static void *detached (void *q) { pthread_detach (pthread_self ()); assert (pthread_join (pthread_self (), 0) == EINVAL); return q; }
int main (void)
{
  pthread_t a, b;
  assert (pthread_join (pthread_self (), 0) == EDEADLK);
  pthread_create (&a, 0, joins, 0);
  pthread_create (&b, 0, detached, 0);
  pthread_join (a, 0);
  return 0;
}
