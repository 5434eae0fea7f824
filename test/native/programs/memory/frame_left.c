/* mazurka: memory "use of a local variable of T1, whose function has returned" */
#include <pthread.h>
#include <semaphore.h>

static sem_t lent, done;
static int *place;

static void
lend (void)
{
  int local = 1;
  place = &local;
  sem_post (&lent);
}

static void *
work (void *unused)
{
  lend ();
  sem_wait (&done);
  return unused;
}

int
main (void)
{
  pthread_t worker;
  sem_init (&lent, 0, 0);
  sem_init (&done, 0, 0);
  pthread_create (&worker, NULL, work, NULL);
  sem_wait (&lent);
  *place = 2;
  sem_post (&done);
  pthread_join (worker, NULL);
  return 0;
}
