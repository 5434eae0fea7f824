/* mazurka: deadlock */
/* The process may end at any time, but a thread that is to be joined waits for ever; the other ends with the process. */
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
static void *
waiter (void *unused)
{
  sem_wait (&s);
  return unused;
}
int
main (void)
{
  pthread_t t, w;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, ticker, NULL);
  pthread_detach (t);
  pthread_create (&w, NULL, waiter, NULL);
  return 0;
}
