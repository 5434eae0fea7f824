/* mazurka: assertion "sum" */
/* options: --max-threads=2 --allow-races */
/* What happens before the bound is found. */
#include <assert.h>
#include <pthread.h>
static int sum, done;
static void *
work (void *unused)
{
  sum++;
  done++;
  return unused;
}
int
main (void)
{
  pthread_t t;
  for (;;) {
    pthread_create (&t, NULL, work, NULL);
    if (done == 2)
      assert (sum == 2);
  }
}
