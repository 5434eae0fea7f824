/* mazurka: unknown "a loop that waits for another thread sleeps, and time is asked for" */
/* How late it is after the loop depends on how often it slept, and of its turns only some are run. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static atomic_int x;
static void *
writer (void *unused)
{
  x = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  time_t begin = time (NULL);
  pthread_create (&t, NULL, writer, NULL);
  while (!x)
    sleep (1);
  assert (time (NULL) == begin);
  return pthread_join (t, NULL);
}
