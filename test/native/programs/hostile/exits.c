/* mazurka: ok */
/* options: --exit-status=any */
/* A thread ends the process while main waits for it. */
#include <pthread.h>
#include <stdlib.h>
static void *
work (void *unused)
{
  (void) unused;
  exit (3);
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  return 0;
}
