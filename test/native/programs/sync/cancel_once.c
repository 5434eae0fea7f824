/* mazurka: ok */
/* A thread that is being cancelled is not cancelled again by its cleanup handler. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int cleaned;
static sem_t never;

static void
clean (void *unused)
{
  (void) unused;
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, NULL);
  pthread_testcancel ();
  cleaned++;
}

static void *
work (void *unused)
{
  pthread_cleanup_push (clean, NULL);
  sem_wait (&never);
  pthread_cleanup_pop (0);
  return unused;
}

int
main (void)
{
  pthread_t t;
  void *result;
  sem_init (&never, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  pthread_cancel (t);
  pthread_join (t, &result);
  assert (result == PTHREAD_CANCELED && cleaned == 1);
  return 0;
}
