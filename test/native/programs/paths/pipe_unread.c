/* mazurka: unknown "SIGPIPE is not delivered" */
/* The signal would end the process: what comes after it is not explored as it is. */
#include <unistd.h>

int
main (void)
{
  int ends[2];
  if (pipe (ends))
    return 0;
  close (ends[0]);
  return write (ends[1], "x", 1) == 1;
}
