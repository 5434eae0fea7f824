/* mazurka: deadlock */
/* It waits for another signal than it is sent. */
#include <pthread.h>
#include <signal.h>

static void *
work (void *argument)
{
  int number;
  sigdelset (argument, SIGUSR1);
  sigwait (argument, &number);
  return NULL;
}

int
main (void)
{
  pthread_t t;
  sigset_t set, all;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  sigemptyset (&set);
  sigaddset (&set, SIGUSR1);
  sigaddset (&set, SIGUSR2);
  pthread_create (&t, NULL, work, &set);
  pthread_kill (t, SIGUSR1);
  pthread_join (t, NULL);
}
