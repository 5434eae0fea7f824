/* mazurka: assertion "handled < 3" */
/* siglongjmp out of a handler gives back the mask that sigsetjmp has saved, so that the next signal is handled too; longjmp does not. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>

static sigjmp_buf with, without;
static volatile sig_atomic_t handled;
static bool keeps;

static void
handle (int number)
{
  (void) number;
  handled++;
  if (keeps)
    siglongjmp (with, 1);
  longjmp (without, 1);
}

static bool
is_blocked (void)
{
  sigset_t now;
  sigprocmask (SIG_BLOCK, NULL, &now);
  return sigismember (&now, SIGUSR1);
}

int
main (void)
{
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGUSR1);
  signal (SIGUSR1, handle);
  keeps = true;
  if (!sigsetjmp (with, 1))
    raise (SIGUSR1);
  if (is_blocked ())
    _Exit (0);
  keeps = false;
  if (!setjmp (without))
    raise (SIGUSR1);
  if (!is_blocked ())
    _Exit (0);
  keeps = true;
  raise (SIGUSR1);
  if (handled == 2)
    siglongjmp (with, 1);         /* lets it through */
  assert (handled < 3);
  return 0;
}
