/* mazurka: assertion "PTHREAD_CANCELED" */
/* The semaphore may be there before it is cancelled. */
#include <assert.h>
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
  void *result;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  sem_post (&s);
  pthread_cancel (t);
  pthread_join (t, &result);
  assert (result == PTHREAD_CANCELED);
}
