/* mazurka: assertion "done" */
/* A destructor function runs while the thread still works. */
#include <assert.h>
#include <pthread.h>

static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *
work (void *unused)
{
  pthread_mutex_lock (&m);
  done = 1;
  pthread_mutex_unlock (&m);
  return unused;
}

__attribute__ ((destructor)) static void
check (void)
{
  pthread_mutex_lock (&m);
  assert (done);
  pthread_mutex_unlock (&m);
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_detach (t);
}
