/* mazurka: assertion "first == second" */
/* Between two questions the thread may be put on another processor. */
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>

int
main (void)
{
  int first = sched_getcpu (), second = sched_getcpu ();
  assert (first == second);
}
