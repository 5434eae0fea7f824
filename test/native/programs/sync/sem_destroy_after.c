/* mazurka: ok */
#include <pthread.h>
#include <semaphore.h>
static sem_t s, done;
static void *
work (void *unused)
{
  sem_wait (&s);
  sem_post (&done);
  return unused;
}
int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 1);
  sem_init (&done, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_wait (&done);
  sem_destroy (&s);
  pthread_join (t, NULL);
  return 0;
}
