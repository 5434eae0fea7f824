/* mazurka: unknown "timers do not go off in a check" */
/* The handler would run between any two steps. */
#include <assert.h>
#include <signal.h>
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
  signal (SIGALRM, handle);
  alarm (1);
  sleep (2);
  assert (!over);
  return 0;
}
