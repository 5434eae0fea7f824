/* mazurka: ok */
/* The function whose local variable the thread uses waits for it, and is called again. */
#include <pthread.h>

static void *
use (void *p)
{
  int *x = p;
  *x = 2;
  return 0;
}

static void
turn (void)
{
  pthread_t t;
  int x = 1;
  pthread_create (&t, 0, use, &x);
  pthread_join (t, 0);
}

int
main (void)
{
  for (int i = 0; i < 2; i++)
    turn ();
}
