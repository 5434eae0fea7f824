/* mazurka: crash "invalid memory access" */
/* It is told where the program called, not where libc or the runtime stands. */
#include <stdio.h>
static char *volatile nowhere = (char *) 8;
int
main (void)
{
  return printf ("%s", nowhere);   /* here */
}
