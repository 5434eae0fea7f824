/* mazurka: ok */
/* options: --ends=off */
/* Nobody posts, and nobody minds. */
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
static atomic_int tick;
static void *
ticker (void *unused)
{
  for (;;)
    tick = !tick;
  return unused;
}
static sem_t s;
int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, ticker, NULL);
  pthread_detach (t);
  sem_wait (&s);
}
