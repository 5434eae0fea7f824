/* mazurka: crash "SIGTERM" */
#include <signal.h>
#include <unistd.h>

int
main (void)
{
  return kill (getpid (), SIGTERM);
}
