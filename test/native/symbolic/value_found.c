/* One value of four thousand million is wrong. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint (void);
static int x;

static void *
reads (void *argument)
{
  unsigned v = __VERIFIER_nondet_uint ();
  if (v * 3u == 123456789u)
    x = (int) v;
  return argument;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, reads, NULL);
  pthread_join (t, NULL);
  assert (x != 41152263);
  return 0;
}
