/* mazurka: assertion "all bits" */
/* Numbers go through pointers, thread arguments and results with all of their bits. */
#include <assert.h>
#include <pthread.h>
static void *
thread (void *arg)
{
  return (void *) ((long) arg - 1);
}
int
main (void)
{
  pthread_t t, u;
  void *r, *s;
  volatile long x = 0x500000000;
  void *volatile p = (void *) x;
  union {void *p; long n;} both;
  pthread_create (&t, NULL, thread, (void *) 0L);
  pthread_create (&u, NULL, thread, (void *) 0x100000006);
  pthread_join (t, &r);
  pthread_join (u, &s);
  both.n = -5;
  if ((long) r < 0 && r == (void *) -1L && (long) s == 0x100000005 && p && (long) p == x && (long) both.p == -5)
    assert (!"all bits");
  return 0;
}
