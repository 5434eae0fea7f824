/* mazurka: assertion "handled == 1" */
/* What the handler sends itself is blocked while it runs, and delivered then. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t handled;

static void
handle (int number)
{
  if (!handled++) {
    raise (number);
    if (handled != 1)             /* not yet */
      _Exit (0);
  }
}

int
main (void)
{
  signal (SIGUSR1, handle);
  raise (SIGUSR1);
  assert (handled == 1);
  return 0;
}
