/* mazurka: api-misuse "init of a semaphore where" */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *
work (void *unused)
{
  sem_init (&s, 0, 1);
  return unused;
}

int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_wait (&s);
  pthread_join (t, NULL);
  return 0;
}
