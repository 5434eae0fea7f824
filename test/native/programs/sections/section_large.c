/* mazurka: ok, 2 executions */
/* options: --ends=off */
/* One section touches more than is kept of it: it comes before or after all else. */
#include <assert.h>
#include <mazurka/mazurka.h>
#include <pthread.h>
static int a[1000], sum;
static void *
work (void *unused)
{
  mz_atomic_begin ();
  for (int i = 0; i < 1000; i++)
    a[i] = 1;
  mz_atomic_end ();
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  mz_atomic_begin ();
  sum = a[999];
  mz_atomic_end ();
  pthread_join (t, NULL);
  assert (sum == 0 || sum == 1);
  return 0;
}
