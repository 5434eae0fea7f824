/* mazurka: unknown "waiting for the signal of a timer is not supported" */
/* No deadlock: somebody waits already when the timer is set. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sigset_t some;
static sem_t here;

static void *
wait_for_it (void *unused)
{
  int number;
  sem_post (&here);
  sigwait (&some, &number);
  return unused;
}

int
main (void)
{
  pthread_t t;
  sem_init (&here, 0, 0);
  sigemptyset (&some);
  sigaddset (&some, SIGALRM);
  pthread_sigmask (SIG_BLOCK, &some, NULL);
  pthread_create (&t, NULL, wait_for_it, NULL);
  sem_wait (&here);
  alarm (1);
  pthread_join (t, NULL);
  return 0;
}
