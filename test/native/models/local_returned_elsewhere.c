/* mazurka: memory "has returned" */
/* The thread is given a local variable of a function that does not wait for it. */
#include <pthread.h>

static pthread_t t;

static void *
use (void *p)
{
  int *x = p;
  *x = 2;
  return 0;
}

static void
begin (void)
{
  int x = 1;
  pthread_create (&t, 0, use, &x);
}

int
main (void)
{
  begin ();
  pthread_join (t, 0);
}
