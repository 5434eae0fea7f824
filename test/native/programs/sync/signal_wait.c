/* mazurka: ok */
/* A thread that takes the signals of the process, which all have blocked. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int seen;

static void *
work (void *argument)
{
  int number;
  assert (sigwait (argument, &number) == 0 && number == SIGUSR1);
  assert (sigwaitinfo (argument, NULL) == SIGTERM);
  seen = 1;
  return NULL;
}

int
main (void)
{
  pthread_t t;
  sigset_t set, kept;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaddset (&set, SIGTERM);
  assert (pthread_sigmask (SIG_BLOCK, &set, &kept) == 0 && !sigismember (&kept, SIGUSR1));
  pthread_create (&t, NULL, work, &set);
  assert (pthread_kill (t, SIGUSR1) == 0);
  assert (kill (getpid (), SIGTERM) == 0);
  pthread_join (t, NULL);
  assert (seen);
  sigpending (&kept);
  assert (!sigismember (&kept, SIGUSR1) && !sigismember (&kept, SIGTERM));
}
