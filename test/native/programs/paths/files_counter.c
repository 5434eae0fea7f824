/* mazurka: assertion "== 2" */
/* A counter in a file that is read and written back: one increment is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *
work (void *unused)
{
  int n = 0;
  FILE *f = fopen ("mazurka-test-counter", "r");
  assert (fscanf (f, "%d", &n) == 1);
  fclose (f);
  f = fopen ("mazurka-test-counter", "r+");
  fprintf (f, "%d", n + 1);
  fclose (f);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  FILE *f = fopen ("mazurka-test-counter", "w+");
  int n = 0;
  fprintf (f, "0");
  fflush (f);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  rewind (f);
  assert (fscanf (f, "%d", &n) == 1);
  assert (n == 2);
  return 0;
}
