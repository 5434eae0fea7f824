/* mazurka: livelock */
/* A loop that looks at nothing, in turns of two states. */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static void *runs (void *unused)
{
  for (int odd = 0;; odd = !odd)
    if (odd)
      sched_yield ();
    else
      usleep (10);
  return unused;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, runs, NULL);
  pthread_join (t, NULL);
}
