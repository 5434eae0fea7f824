/* mazurka: assertion "!end" */
/* Whether the end was met depends on who was first. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *work (void *x)
{
  getchar ();
  return x;
}
int main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  int end = feof (stdin);
  pthread_join (t, NULL);
  assert (!end);
  return 0;
}
