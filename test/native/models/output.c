/* mazurka: ok */
/* What programs usually write: constants and numbers. */
#include <stdio.h>
#include <pthread.h>
static const char *name = "it";
static const char *const days[] = {"Monday", "Tuesday"};
static void *
thread (void *arg)
{
  printf ("%s %5d%% %-*ld %c %p\n", "T1", 1, 3, 4L, 'x', arg);
  puts ("");
  return NULL;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, thread, NULL);
  printf ("");
  printf ("%s is %s", name, days[1]);
  fprintf (stderr, "%lu %.3s\n", 5ul, name);
  fputs ("end", stdout);
  putchar ('\n');
  pthread_join (t, NULL);
  return 0;
}
