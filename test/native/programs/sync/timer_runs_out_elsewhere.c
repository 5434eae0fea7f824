/* mazurka: unknown "a timer runs out" */
/* The thread that sleeps may have done so before the other one sets the timer: only one of the two orders is explored. */
#include <pthread.h>
#include <unistd.h>
static void *
sleeps (void *unused)
{
  sleep (3);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, sleeps, NULL);
  alarm (1);
  pthread_join (t, NULL);
  return 0;
}
