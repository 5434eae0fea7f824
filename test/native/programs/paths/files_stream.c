/* mazurka: ok, 2 executions */
/* One stream, two threads: each line comes as a whole, in either order. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static FILE *f;
static void *
work (void *word)
{
  fprintf (f, "%s;", (char *) word);
  return NULL;
}
int
main (void)
{
  pthread_t a, b;
  char all[16] = "";
  f = tmpfile ();
  pthread_create (&a, NULL, work, "one");
  pthread_create (&b, NULL, work, "two");
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  rewind (f);
  assert (fread (all, 1, sizeof all, f) == 8);
  assert (!strcmp (all, "one;two;") || !strcmp (all, "two;one;"));
  return 0;
}
