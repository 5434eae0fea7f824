/* mazurka: crash "signal 10" */
/* options: -std=c17 */
/* As the standard alone has it, in glibc, a handler is run once, and is not blocked while it runs. */
#include <signal.h>

static void
handle (int number)
{
  (void) number;
}

int
main (void)
{
  signal (SIGINT, handle);
  raise (SIGINT);
  signal (10, handle);
  raise (10);
  signal (10, handle);
  raise (10);
  raise (10);
  return 0;
}
