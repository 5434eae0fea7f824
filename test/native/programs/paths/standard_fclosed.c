/* mazurka: ok, 1 execution */
/* A standard stream that is closed frees its number, in each execution again. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int
main (void)
{
  assert (fclose (stdin) == 0);
  assert (open ("/dev/null", O_RDONLY) == 0);
  assert (open ("/dev/null", O_RDONLY) != 0);
  return 0;
}
