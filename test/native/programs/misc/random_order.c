/* mazurka: assertion "taken == expected" */
/* random and srandom are safe for threads, and their order can be seen. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *work (void *x)
{
  srandom (5);
  return x;
}
int main (void)
{
  pthread_t t;
  srandom (5);
  long expected = random ();
  pthread_create (&t, NULL, work, NULL);
  long taken = random ();
  pthread_join (t, NULL);
  assert (taken == expected);
  return 0;
}
