/* mazurka: assertion "x != 1" */
/* options: --allow-races */
/* An optimiser would leave out the first of the two writes. */
#include <assert.h>
#include <pthread.h>
static int x;
static void *
work (void *unused)
{
  x = 1;
  x = 2;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  assert (x != 1);
  pthread_join (t, NULL);
  return 0;
}
