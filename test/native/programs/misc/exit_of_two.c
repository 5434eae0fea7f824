/* mazurka: exit-status "the program ends with exit status 2" */
/* Of two threads that end the process either may be first. */
#include <pthread.h>
#include <stdlib.h>
static void *
work (void *unused)
{
  exit (2);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  exit (0);
}
