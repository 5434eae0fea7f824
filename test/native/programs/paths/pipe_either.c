/* mazurka: assertion "b != 'y'" */
/* Either may write first. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int p[2];
static void *work (void *x)
{
  write (p[1], x, 1);
  return NULL;
}
int main (void)
{
  pthread_t t, u;
  char b;
  pipe (p);
  pthread_create (&t, NULL, work, "x");
  pthread_create (&u, NULL, work, "y");
  read (p[0], &b, 1);
  assert (b != 'y');
  return 0;
}
