/* Main waits for each thread: it looks at one of any number. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int (void);
static atomic_int done;

static void *
worker (void *argument)
{
  atomic_store (&done, 1);
  return argument;
}

int
main (void)
{
  while (__VERIFIER_nondet_int ()) {
    pthread_t t;
    pthread_create (&t, NULL, worker, NULL);
    pthread_join (t, NULL);
    assert (atomic_load (&done) == 1);
  }
  return 0;
}
