/* mazurka: exit-status "exit status 2" */
/* Its handlers run, the last first, and those of exit do not. */
#include <stdlib.h>
#include <unistd.h>
static int n;
static void other (void) { abort (); }
static void last (void) { _exit (n == 1 ? 2 : 0); }
static void first (void) { n++; }
int
main (void)
{
  atexit (other);
  at_quick_exit (last);
  atexit (other);
  at_quick_exit (first);
  quick_exit (0);
}
