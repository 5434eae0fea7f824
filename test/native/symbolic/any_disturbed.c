/* A thread stores 1 and looks whether it is still there, and nothing keeps another one from storing 2 in between. Steps of a thread are not one step if another thread of the same kind can come between them. */
#include <pthread.h>

extern void reach_error (void);
int sum;

static void *
work (void *unused)
{
  (void) unused;
  sum = 1;
  if (sum != 1)
    reach_error ();
  sum = 2;
  return 0;
}

int
main (void)
{
  pthread_t t;
  for (;;)
    pthread_create (&t, 0, work, 0);
}
