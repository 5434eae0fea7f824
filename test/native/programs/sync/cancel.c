/* mazurka: ok */
/* Cancelled where it waits for a semaphore: handlers run, then key destructors, and join says so. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_key_t key;
static int trail;

static void
note (void *digit)
{
  trail = 10 * trail + *(int *) digit;
}

static void *
work (void *unused)
{
  static int one = 1, two = 2, three = 3;
  pthread_setspecific (key, &three);
  pthread_cleanup_push (note, &one);
  pthread_cleanup_push (note, &two);
  sem_wait (&never);
  pthread_cleanup_pop (0);
  pthread_cleanup_pop (0);
  return unused;
}

int
main (void)
{
  pthread_t t;
  void *result;
  sem_init (&never, 0, 0);
  pthread_key_create (&key, note);
  pthread_create (&t, NULL, work, NULL);
  assert (pthread_cancel (t) == 0);
  assert (pthread_join (t, &result) == 0);
  assert (result == PTHREAD_CANCELED);
  assert (trail == 213);
}
