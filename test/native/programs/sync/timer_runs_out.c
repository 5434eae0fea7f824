/* mazurka: unknown "a timer runs out" */
/* It ends the process before the thread wakes up. */
#include <unistd.h>
int
main (void)
{
  alarm (1);
  sleep (3);
  return 0;
}
