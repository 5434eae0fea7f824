/* mazurka: ok */
/* Who waits is let go on in some state of the loop, again and again, though not in all. */
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
static sem_t ping, pong;
static void *
hit (void *unused)
{
  for (;;) {
    sem_wait (&ping);
    sem_post (&pong);
  }
  return unused;
}
int
main (void)
{
  pthread_t t;
  sem_init (&ping, 0, 0);
  sem_init (&pong, 0, 0);
  pthread_create (&t, NULL, hit, NULL);
  for (;;) {
    sem_post (&ping);
    sem_wait (&pong);
  }
}
