/* mazurka: unknown "pipe2 with such flags is not supported" */
/* Each write is read by itself. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int
main (void)
{
  char text[4];
  int p[2];
  assert (!pipe2 (p, O_DIRECT));
  write (p[1], "a", 1);
  write (p[1], "b", 1);
  assert (read (p[0], text, sizeof text) == 2);
  return 0;
}
