/* mazurka: ok */
/* Each order of three is tried; meanwhile another thread takes one of them, which is then not handled. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static sigset_t some, last;
static atomic_int handled, taken;

static void
handle (int number)
{
  assert (number == SIGUSR1 || number == SIGUSR2 || number == SIGTERM);
  handled++;
}

static void *
take (void *unused)
{
  struct timespec soon = {0};
  if (sigtimedwait (&last, NULL, &soon) == SIGTERM)
    taken++;
  return unused;
}

int
main (void)
{
  pthread_t t;
  sigemptyset (&some);
  sigaddset (&some, SIGUSR1);
  sigaddset (&some, SIGUSR2);
  sigemptyset (&last);
  sigaddset (&last, SIGTERM);
  sigaddset (&some, SIGTERM);
  signal (SIGUSR1, handle);
  signal (SIGUSR2, handle);
  signal (SIGTERM, handle);
  pthread_sigmask (SIG_BLOCK, &some, NULL);
  raise (SIGUSR1);
  raise (SIGUSR2);
  kill (getpid (), SIGTERM);
  pthread_create (&t, NULL, take, NULL);
  pthread_sigmask (SIG_UNBLOCK, &some, NULL);
  pthread_join (t, NULL);
  assert (handled + taken == 3);
  return 0;
}
