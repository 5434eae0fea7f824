/* mazurka: unknown "SIGALRM is not found pending" */
/* The timer would have gone off. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

int
main (void)
{
  sigset_t some, kept;
  sigemptyset (&some);
  sigaddset (&some, SIGALRM);
  sigprocmask (SIG_BLOCK, &some, NULL);
  alarm (1);
  sleep (2);
  sigpending (&kept);
  assert (!sigismember (&kept, SIGALRM));
  return 0;
}
