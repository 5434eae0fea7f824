/* mazurka: livelock|unknown */
/* Loops for ever in one order only. */
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *
work (void *unused)
{
  x = 1;
  return unused;
}
int
main (void)
{
  pthread_t t;
  volatile int y = 0;
  pthread_create (&t, NULL, work, NULL);
  if (x)
    for (;;)
      y++;
  pthread_join (t, NULL);
  return 0;
}
