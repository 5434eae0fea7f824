/* mazurka: unknown "waiting for the signal of a timer is not supported" */
/* No deadlock: the timer would end it. */
#include <signal.h>
#include <unistd.h>
int
main (void)
{
  sigset_t some;
  int number;
  sigemptyset (&some);
  sigaddset (&some, SIGALRM);
  sigprocmask (SIG_BLOCK, &some, NULL);
  alarm (1);
  return sigwait (&some, &number);
}
