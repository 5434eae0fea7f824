/* mazurka: ok, 1 execution */
/* Loops that yield and end: by a counter, by one that the thread keeps elsewhere, and by the time. */
#include <sched.h>
#include <time.h>
#include <unistd.h>
static int turns;
int main (void)
{
  time_t start = time (NULL);
  for (int i = 0; i < 100; i++)
    sched_yield ();
  while (turns++ < 100)
    sched_yield ();
  while (time (NULL) < start + 5)
    sleep (1);
}
