/* mazurka: ok */
/* The exploration begins again (a thread asks for another's policy, from now on a step) in a frame that has red zones: none of them is left. */
#include <pthread.h>
#include <sched.h>
#include <string.h>
static void *nothing (void *unused) { return unused; }
static void
first (void)
{
  char bytes[400];
  memset (bytes, 1, sizeof bytes);
}
static void
second (void)
{
  pthread_t t;
  char some[100], more[100];
  int policy;
  struct sched_param got;
  memset (some, 1, sizeof some);
  memset (more, 1, sizeof more);
  pthread_create (&t, 0, nothing, 0);
  pthread_getschedparam (t, &policy, &got);
  pthread_join (t, 0);
}
int
main (void)
{
  first ();
  second ();
  return 0;
}
