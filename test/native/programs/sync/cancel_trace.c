/* mazurka: assertion "0" */
/* The trace has cancellation points before the first pthread_cancel, and repeats. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *
wait_for_it (void *unused)
{
  for (;;)
    pause ();
  return unused;
}

int
main (void)
{
  pthread_t t;
  sigset_t set;
  usleep (1);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_create (&t, NULL, wait_for_it, NULL);
  usleep (1);
  raise (SIGUSR1);
  pthread_cancel (t);
  pthread_join (t, NULL);
  assert (0);
}
