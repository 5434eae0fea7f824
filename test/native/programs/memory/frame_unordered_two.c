/* mazurka: memory "which may have returned by then" */
/* In some explored order the local is written before its function returns; nothing makes that so, whatever else of the stack is used later. */
#include <pthread.h>
#include <semaphore.h>

static sem_t lent, go, between, done;
static int *place, *higher;

static void
lend (void)
{
  int local = 1;
  place = &local;
  sem_post (&lent);
  sem_wait (&go);
}

static void *
work (void *unused)
{
  int local = 1;
  higher = &local;
  lend ();
  sem_wait (&done);
  return unused;
}

int
main (void)
{
  pthread_t worker;
  sem_init (&lent, 0, 0);
  sem_init (&go, 0, 0);
  sem_init (&between, 0, 0);
  sem_init (&done, 0, 0);
  pthread_create (&worker, NULL, work, NULL);
  sem_wait (&lent);
  sem_post (&go);
  *place = 2;
  sem_post (&between);
  *higher = 2;
  sem_post (&done);
  pthread_join (worker, NULL);
  return 0;
}
