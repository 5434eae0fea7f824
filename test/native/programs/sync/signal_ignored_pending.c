/* mazurka: ok */
/* A signal that comes to be ignored is not pending any more, though it is blocked. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void
handle (int number)
{
  (void) number;
  handled++;
}

int
main (void)
{
  sigset_t some, kept;
  sigemptyset (&some);
  sigaddset (&some, SIGUSR1);
  signal (SIGUSR1, handle);
  sigprocmask (SIG_BLOCK, &some, NULL);
  raise (SIGUSR1);
  kill (getpid (), SIGUSR1);
  signal (SIGUSR1, SIG_IGN);
  sigpending (&kept);
  assert (!sigismember (&kept, SIGUSR1));
  signal (SIGUSR1, handle);
  sigprocmask (SIG_UNBLOCK, &some, NULL);
  assert (!handled);
  return 0;
}
