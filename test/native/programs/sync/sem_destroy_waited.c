/* mazurka: api-misuse "destroy of a semaphore where T1 waits" */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t s;
static atomic_int there;
static void *
work (void *unused)
{
  there = 1;
  sem_wait (&s);
  return unused;
}
int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  if (there)
    sem_destroy (&s);
  else
    sem_post (&s);
  pthread_join (t, NULL);
  return 0;
}
