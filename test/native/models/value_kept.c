/* mazurka: unknown "is not translated is needed" */
/* A value that is not translated is not 0 after the next step. */
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
static int a[4];
static atomic_int g;
static void *
thread (void *arg)
{
  g = 1;
  return arg;
}
int
main (void)
{
  pthread_t t;
  long n = 0;
  pthread_create (&t, NULL, thread, NULL);
  if (g == 0)
    n = (char *) &a[3] - (char *) &a[1];
  if (g == 0 && n)
    assert (n == 0);
  pthread_join (t, NULL);
  return 0;
}
