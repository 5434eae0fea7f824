/* mazurka: assertion "== SIG_DFL" */
/* Who asks for the old handler sees whether somebody else was there before, also where no signal is sent. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static void
handle (int number)
{
  (void) number;
}
static void *
work (void *unused)
{
  signal (SIGUSR1, handle);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  assert (signal (SIGUSR1, SIG_IGN) == SIG_DFL);
  pthread_join (t, NULL);
  return 0;
}
