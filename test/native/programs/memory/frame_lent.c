/* mazurka: ok */
/* What a function takes from the stack later, and lends for as long as it runs. */
#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t lent, back;
static int *place;

static int
lend (int count)
{
  int local[count], *more = alloca ((size_t) count * sizeof *more);
  local[3] = more[3] = 1;
  for (int i = 0; i < 2; i++) {
    place = i ? local : more;
    sem_post (&lent);
    sem_wait (&back);
  }
  return local[3] + more[3];
}

static void *
work (void *result)
{
  *(int *) result = lend (40);
  return result;
}

int
main (void)
{
  pthread_t worker;
  int result = 0;
  sem_init (&lent, 0, 0);
  sem_init (&back, 0, 0);
  pthread_create (&worker, NULL, work, &result);
  for (int i = 0; i < 2; i++) {
    sem_wait (&lent);
    place[3] = 2;
    sem_post (&back);
  }
  pthread_join (worker, NULL);
  return result != 4;
}
