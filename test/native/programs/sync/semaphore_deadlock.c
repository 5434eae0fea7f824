/* mazurka: deadlock */
/* Two semaphores, taken in opposite orders. */
#include <pthread.h>
#include <semaphore.h>
static sem_t a, b;
static void *
other (void *unused)
{
  (void) unused;
  sem_wait (&b);
  sem_wait (&a);
  sem_post (&a);
  sem_post (&b);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  sem_init (&a, 0, 1);
  sem_init (&b, 0, 1);
  pthread_create (&t, NULL, other, NULL);
  sem_wait (&a);
  sem_wait (&b);
  sem_post (&b);
  sem_post (&a);
  pthread_join (t, NULL);
  return 0;
}
