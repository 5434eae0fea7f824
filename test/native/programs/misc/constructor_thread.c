/* mazurka: ok */
#include <pthread.h>

static void *
work (void *unused)
{
  return unused;
}

__attribute__ ((constructor)) static void
start (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_detach (t);
}

int
main (void)
{
  return 0;
}
