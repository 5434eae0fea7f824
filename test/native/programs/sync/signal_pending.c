/* mazurka: assertion "!sigismember" */
/* Whether the signal has come when the thread looks is not ordered. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *
look (void *unused)
{
  sigset_t set;
  sigpending (&set);
  assert (!sigismember (&set, SIGUSR1));
  return unused;
}

int
main (void)
{
  pthread_t t;
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  pthread_create (&t, NULL, look, NULL);
  pthread_kill (t, SIGUSR1);
  pthread_join (t, NULL);
  return 0;
}
