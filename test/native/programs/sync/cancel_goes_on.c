/* mazurka: assertion "0" */
/* Cancelled while it waits, and then what it waits for comes: it may still go on. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *
wait_for_it (void *unused)
{
  sem_wait (&s);
  assert (0);
  return unused;
}

int
main (void)
{
  pthread_t t;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, wait_for_it, NULL);
  pthread_cancel (t);
  sem_post (&s);
  pthread_join (t, NULL);
  return 0;
}
