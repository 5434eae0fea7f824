/* mazurka: data-race "main initialises or destroys it" */
/* Whoever waits must know by other means that the semaphore is one. */
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static void *
work (void *unused)
{
  sem_wait (&s);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  sem_init (&s, 0, 1);
  pthread_join (t, NULL);
  return 0;
}
