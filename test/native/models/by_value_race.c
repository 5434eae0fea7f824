/* mazurka: data-race "y" */
/* The copy that a call makes reads the structure. */
#include <pthread.h>
struct large {int a[5];};
static struct large y;
static int seen;
static void
look (struct large x)
{
  seen = x.a[4];
}
static void *
thread (void *arg)
{
  y.a[3] = 1;
  return arg;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  look (y);
  pthread_join (t, NULL);
  return 0;
}
