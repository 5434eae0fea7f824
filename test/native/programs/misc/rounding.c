/* mazurka: ok */
/* options: --cflags=-lm */
/* Each thread rounds as it wants to, begins as its creator does, and leaves nothing to later executions. */
#include <assert.h>
#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *
work (void *unused)
{
  assert (fegetround () == FE_DOWNWARD);
  fesetround (FE_UPWARD);
  turn++;
  assert (fegetround () == FE_UPWARD);
  return unused;
}
int
main (void)
{
  pthread_t t;
  assert (fegetround () == FE_TONEAREST);
  fesetround (FE_DOWNWARD);
  pthread_create (&t, NULL, work, NULL);
  fesetround (FE_TOWARDZERO);
  turn++;
  assert (fegetround () == FE_TOWARDZERO);
  pthread_join (t, NULL);
  assert (fegetround () == FE_TOWARDZERO);
  return 0;
}
