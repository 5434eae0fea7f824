/* mazurka: ok */
/* While it is disabled it waits undisturbed; then the next point ends it. A loop of points ends too. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <unistd.h>

static sem_t s;
static atomic_int went_on, too_far;

static void *
work (void *unused)
{
  int old = -1;
  assert (pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert (pthread_setcancelstate (77, NULL) == EINVAL);
  sem_wait (&s);
  pthread_testcancel ();
  went_on = 1;
  pthread_setcancelstate (PTHREAD_CANCEL_ENABLE, &old);
  assert (old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel ();
  too_far = 1;
  return unused;
}

static void *
loop (void *unused)
{
  (void) unused;
  for (;;)
    sleep (1);
}

int
main (void)
{
  pthread_t t, l;
  void *result;
  sem_init (&s, 0, 0);
  pthread_create (&t, NULL, work, NULL);
  pthread_create (&l, NULL, loop, NULL);
  pthread_cancel (t);
  sem_post (&s);
  pthread_join (t, &result);
  assert (result == PTHREAD_CANCELED && went_on && !too_far);
  pthread_cancel (l);
  pthread_join (l, &result);
  assert (result == PTHREAD_CANCELED);
}
