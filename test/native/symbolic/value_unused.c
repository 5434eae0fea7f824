/* Nobody looks at the value from outside: the graph that is executed has no inputs left, and the counterexample is executed all the same. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool (void);
static _Atomic int unused, seen;

static void *
write_both (void *p)
{
  unused = __VERIFIER_nondet_bool ();
  seen = 1;
  return p;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, 0, write_both, 0);
  assert (seen == 0);
  pthread_join (t, 0);
}
