/* mazurka: ok, 2 executions */
/* What an execution has signalled, in either unit of the processor, is forgotten when the next one begins. */
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static volatile long double wide = 3;
static volatile double narrow = 3;

static void *
run (void *argument)
{
  atomic_fetch_add (&x, 1);
  wide = 1 / wide;
  narrow = 1 / narrow;
  return argument;
}

int
main (void)
{
  assert (!fetestexcept (FE_ALL_EXCEPT));
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  atomic_fetch_add (&x, 1);
  pthread_join (thread, NULL);
  return 0;
}
