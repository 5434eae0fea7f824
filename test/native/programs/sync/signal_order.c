/* mazurka: assertion "first == SIGUSR1" */
/* Which of two signals that are let through at once is handled first is not defined; the kernel lets SIGUSR2's handler run first. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t first;

static void
handle (int number)
{
  if (!first)
    first = number;
}

int
main (void)
{
  sigset_t both;
  sigemptyset (&both);
  sigaddset (&both, SIGUSR1);
  sigaddset (&both, SIGUSR2);
  signal (SIGUSR1, handle);
  signal (SIGUSR2, handle);
  sigprocmask (SIG_BLOCK, &both, NULL);
  raise (SIGUSR1);
  raise (SIGUSR2);
  sigprocmask (SIG_UNBLOCK, &both, NULL);
  assert (first == SIGUSR1);
  return 0;
}
