/* mazurka: assertion "done" */
/* Many jumps out of deep calls: the call stack is still right at the end. */
#include <assert.h>
#include <setjmp.h>
static jmp_buf out;
static volatile int turns;
static __attribute__ ((noinline)) void
deep (int n)
{
  if (!n)
    longjmp (out, 1);
  deep (n - 1);
  turns++;
}
int
main (void)
{
  int done = 0;
  for (int i = 0; i < 1000; i++)
    if (!setjmp (out))
      deep (20);
  assert (done);
  return 0;
}
