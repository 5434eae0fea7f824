/* mazurka: ok */
/* Who sent it: kill, to the process, or raise and pthread_kill, to a thread; at once, and from what was kept. sigwaitinfo does not tell, in glibc. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t code;

static void
handle (int number, siginfo_t *info, void *context)
{
  (void) context;
  assert (number == info->si_signo && info->si_pid == getpid () && info->si_uid == getuid ());
  code = info->si_code;
}

int
main (void)
{
  sigset_t some;
  siginfo_t info;
  sigaction (SIGUSR1, &(struct sigaction) {.sa_sigaction = handle, .sa_flags = SA_SIGINFO}, NULL);
  kill (getpid (), SIGUSR1);
  assert (code == SI_USER);
  raise (SIGUSR1);
  assert (code == SI_TKILL);
  sigemptyset (&some);
  sigaddset (&some, SIGUSR1);
  sigprocmask (SIG_BLOCK, &some, NULL);
  kill (getpid (), SIGUSR1);
  sigprocmask (SIG_UNBLOCK, &some, NULL);
  assert (code == SI_USER);
  sigprocmask (SIG_BLOCK, &some, NULL);
  pthread_kill (pthread_self (), SIGUSR1);
  kill (getpid (), SIGUSR1);
  assert (sigwaitinfo (&some, &info) == SIGUSR1 && info.si_code == SI_USER);
  assert (sigwaitinfo (&some, &info) == SIGUSR1 && info.si_code == SI_USER);
  return 0;
}
