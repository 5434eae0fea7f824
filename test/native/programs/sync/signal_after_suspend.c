/* mazurka: assertion "other != 1" */
/* A signal that only the mask of sigsuspend blocks is delivered when that is over. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled, other;

static void
handle_other (int number)
{
  (void) number;
  other++;
}

static void
handle (int number)
{
  (void) number;
  handled++;
  raise (SIGUSR2);
}

int
main (void)
{
  sigset_t one, others;
  sigemptyset (&one);
  sigaddset (&one, SIGUSR1);
  sigfillset (&others);
  sigdelset (&others, SIGUSR1);
  signal (SIGUSR1, handle);
  signal (SIGUSR2, handle_other);
  sigprocmask (SIG_BLOCK, &one, NULL);
  raise (SIGUSR1);
  sigsuspend (&others);
  assert (handled == 1);
  assert (other != 1);
  return 0;
}
