/* mazurka: assertion "y == 0" */
/* The pointer comes from another thread: nothing but its candidates is known. */
#include <assert.h>
#include <pthread.h>
#include <mazurka/mazurka.h>
static int x, y, z[3];
static int *p;
static void *
work (void *unused)
{
  unsigned n = mz_choose (3);
  p = n == 0 ? &x : n == 1 ? &z[1] : &y;
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  *p = 1;
  assert (x + y + z[1] == 1 && z[0] == 0 && z[2] == 0);
  assert (y == 0);
  return 0;
}
