/* mazurka: assertion "!flags[3]" */
/* A loop that waits and writes ends by itself, although its registers and its
 * stack are the same in every turn. */
#include <assert.h>
#include <stdatomic.h>
static atomic_int flag;
static volatile int flags[4];
static void __attribute__ ((noinline))
go_on (void)
{
  if (!flags[0])
    flags[0] = 1;
  else if (!flags[1])
    flags[1] = 1;
  else if (!flags[2])
    flags[2] = 1;
  else
    flags[3] = 1;
}
int
main (void)
{
  while (!flag) {
    go_on ();
    assert (!flags[3]);
  }
  return 0;
}
