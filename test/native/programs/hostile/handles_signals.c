/* mazurka: crash "SIGSEGV" */
/* The program's handler would go on for ever. */
#include <signal.h>
#include <stddef.h>
static void
ignore (int number)
{
  (void) number;
}
int
main (void)
{
  sigset_t all;
  signal (SIGSEGV, ignore);
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  *(volatile int *) NULL = 1;
  return 0;
}
