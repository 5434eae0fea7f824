/* mazurka: unknown "what threads do to files" */
#include <pthread.h>
#include <stdio.h>
static void *
work (void *unused)
{
  FILE *f = fopen ("/dev/null", "r");
  fclose (f);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  return 0;
}
