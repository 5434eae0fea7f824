/* A thread goes on with values of a kind only; that others are chosen is no deadlock. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int (void);
extern void __VERIFIER_assume (int);
static int x;

static void *
reads (void *argument)
{
  int v = __VERIFIER_nondet_int ();
  __VERIFIER_assume (v > 1000 && v < 1003);
  x = v;
  return argument;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, reads, NULL);
  pthread_join (t, NULL);
  assert (x == 1001 || x == 1002);
  return 0;
}
