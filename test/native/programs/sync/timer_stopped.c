/* mazurka: ok */
/* It was stopped in time, and one that is ignored does no harm. */
#include <signal.h>
#include <unistd.h>
int
main (void)
{
  alarm (2);
  sleep (1);
  alarm (0);
  sleep (3);
  signal (SIGALRM, SIG_IGN);
  alarm (1);
  sleep (3);
  return 0;
}
