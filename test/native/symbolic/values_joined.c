/* Two values from outside need not be the same one, also where the steps of a transaction are joined. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *
reads (void *argument)
{
  pthread_mutex_lock (&m);
  x = __VERIFIER_nondet_int ();
  y = __VERIFIER_nondet_int ();
  assert (x == y);
  pthread_mutex_unlock (&m);
  return argument;
}

int
main (void)
{
  pthread_t t, u;
  pthread_create (&t, NULL, reads, NULL);
  pthread_create (&u, NULL, reads, NULL);
  return 0;
}
