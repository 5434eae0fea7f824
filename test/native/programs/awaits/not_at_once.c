/* mazurka: assertion "torn" */
/* The loop ends with two values that were never there together. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x = 1, y;
static void *writes (void *u)
{
  atomic_store (&x, 0);
  atomic_store (&y, 1);
  atomic_store (&y, 0);
  atomic_store (&x, 1);
  atomic_store (&y, 2);
  return u;
}
int main (void)
{
  pthread_t t;
  int a, b, torn = 0;
  pthread_create (&t, NULL, writes, NULL);
  do {
    a = atomic_load (&x);
    b = atomic_load (&y);
  } while (!(a == 1 && b));
  torn = b == 1;
  assert (!torn);
  pthread_join (t, NULL);
}
