/* mazurka: assertion "open" */
/* options: --spurious */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open;
static void *
opens (void *unused)
{
  pthread_mutex_lock (&m);
  open = 1;
  pthread_cond_signal (&c);
  pthread_mutex_unlock (&m);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, opens, NULL);
  pthread_mutex_lock (&m);
  if (!open)
    pthread_cond_wait (&c, &m);
  assert (open);
  pthread_mutex_unlock (&m);
  pthread_join (t, NULL);
  return 0;
}
