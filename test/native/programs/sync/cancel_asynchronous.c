/* mazurka: unknown "asynchronous cancellation is not supported" */
#include <pthread.h>

static void *
work (void *unused)
{
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  for (;;) {
  }
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_cancel (t);
  pthread_join (t, NULL);
}
