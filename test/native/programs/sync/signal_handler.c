/* mazurka: ok */
/* Handlers run in who raises the signal, who lets it through again, and who waits for it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static volatile int ran;
static pthread_t who;

static void
handle (int number)
{
  sigset_t now;
  sigprocmask (SIG_BLOCK, NULL, &now);
  assert (sigismember (&now, number));
  ran++;
  who = pthread_self ();
}

static void *
work (void *argument)
{
  sigset_t none;
  sigemptyset (&none);
  assert (sigsuspend (&none) == -1 && errno == EINTR);
  assert (who == pthread_self ());
  return argument;
}

int
main (void)
{
  pthread_t t;
  sigset_t set, old;
  struct sigaction action = {.sa_handler = handle};
  assert (sigaction (SIGUSR1, &action, NULL) == 0);
  assert (raise (SIGUSR1) == 0 && ran == 1);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigprocmask (SIG_BLOCK, &set, &old);
  raise (SIGUSR1);
  raise (SIGUSR1);
  assert (ran == 1);
  sigpending (&old);
  assert (sigismember (&old, SIGUSR1));
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  assert (ran == 2);
  sigprocmask (SIG_BLOCK, &set, NULL);
  pthread_create (&t, NULL, work, NULL);
  pthread_kill (t, SIGUSR1);
  pthread_join (t, NULL);
  assert (ran == 3);
  signal (SIGUSR1, SIG_IGN);
  sigprocmask (SIG_UNBLOCK, &set, NULL);
  raise (SIGUSR1);
  assert (ran == 3 && signal (SIGUSR1, SIG_DFL) == SIG_IGN);
}
