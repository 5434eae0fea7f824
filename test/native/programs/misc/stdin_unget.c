/* mazurka: assertion "c == EOF" */
/* Who puts a character back is seen by who reads next. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work (void *x)
{
  ungetc ('x', stdin);
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int c = getchar ();
  pthread_join (t, NULL);
  assert (c == EOF);
  return 0;
}
