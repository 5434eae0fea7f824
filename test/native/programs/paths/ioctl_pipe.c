/* mazurka: unknown "ioctl" */
/* The kernel tells how many bytes wait in a pipe; here it is not known. */
#include <assert.h>
#include <sys/ioctl.h>
#include <unistd.h>
int
main (void)
{
  int ends[2], n = 0;
  assert (!pipe (ends) && write (ends[1], "abc", 3) == 3);
  assert (!ioctl (ends[0], FIONREAD, &n) && n == 3);
}
