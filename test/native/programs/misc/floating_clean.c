/* mazurka: ok, 24 executions */
/* Nothing that was computed before an execution shows in it: no floating-point exception was raised yet. */
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *
store (void *number)
{
  atomic_store (&x, (int) (long) number);
  return NULL;
}

int
main (void)
{
  pthread_t threads[4];
  assert (!fetestexcept (FE_ALL_EXCEPT));
  for (long i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, store, (void *) i);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
