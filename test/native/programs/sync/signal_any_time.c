/* mazurka: unknown "in another thread" */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void
handle (int number)
{
  (void) number;
}

static void *
work (void *argument)
{
  sleep (1);
  return argument;
}

int
main (void)
{
  pthread_t t;
  signal (SIGUSR1, handle);
  pthread_create (&t, NULL, work, NULL);
  pthread_kill (t, SIGUSR1);
  pthread_join (t, NULL);
}
