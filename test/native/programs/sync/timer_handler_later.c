/* mazurka: unknown "timers do not go off in a check" */
/* The handler is set after the timer. */
#include <assert.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
static volatile sig_atomic_t over;
static void
handle (int number)
{
  (void) number;
  over = 1;
}
int
main (void)
{
  struct itimerval soon = {.it_value = {.tv_sec = 1}};
  setitimer (ITIMER_REAL, &soon, NULL);
  signal (SIGALRM, handle);
  sleep (2);
  assert (!over);
  return 0;
}
