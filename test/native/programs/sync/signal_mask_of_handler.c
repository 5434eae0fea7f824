/* mazurka: ok */
/* What a handler's own mask blocks comes after the handler. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t when, ended, other;

static void
handle_other (int number)
{
  (void) number;
  other = ++when;
}

static void
handle (int number)
{
  (void) number;
  raise (SIGUSR2);
  ended = ++when;
}

int
main (void)
{
  struct sigaction action = {.sa_handler = handle};
  sigemptyset (&action.sa_mask);
  sigaddset (&action.sa_mask, SIGUSR2);
  sigaction (SIGUSR1, &action, NULL);
  signal (SIGUSR2, handle_other);
  raise (SIGUSR1);
  assert (ended == 1 && other == 2);
  return 0;
}
