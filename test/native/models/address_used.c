/* mazurka: assertion "all of it" */
/* What may be done with addresses: differences and order in an array, tags in low bits, numbers that are pointers again. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static int a[4], b;
static void *
thread (void *arg)
{
  if ((long) arg > 3)
    abort ();
  return arg;
}
int
main (void)
{
  int sum = 0;
  pthread_t t;
  pthread_create (&t, NULL, thread, (void *) (long) 3);
  for (int *volatile p = a; p < a + 4; p++)
    sum += (int) (p - a);
  int *volatile q = &b;
  uintptr_t n = (uintptr_t) q | 1, m = (uintptr_t) &a[2];
  int *r = (int *) (n & ~(uintptr_t) 1), *s = (int *) (m - 4);
  if (sum == 6 && (n & 1) && r == &b && s == &a[1] && q != &a[0] && (uintptr_t) q % 4 == 0)
    assert (!"all of it");
  pthread_join (t, NULL);
  return 0;
}
