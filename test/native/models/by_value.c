/* mazurka: assertion "y.a[0] != 1" */
/* A function that gets a structure by value writes its own copy, however it is called. */
#include <assert.h>
#include <pthread.h>
struct large {int a[5];};
static int seen;
static void
change (struct large x)
{
  x.a[0] = 9;
  seen += x.a[4];
}
static struct large
changed (struct large x)
{
  x.a[0] = 9;
  return x;
}
static void (*volatile pointer) (struct large) = change;
static void *
thread (void *arg)
{
  struct large *y = arg;
  change (*y);
  pointer (*y);
  return NULL;
}
int
main (void)
{
  pthread_t t;
  struct large y = {{1, 2, 3, 4, 5}}, z;
  pthread_create (&t, NULL, thread, &y);
  pthread_join (t, NULL);
  z = changed (y);
  if (z.a[0] == 9 && seen == 10)
    assert (y.a[0] != 1);
  return 0;
}
