/* mazurka: exit-status "the program ends with exit status 3" */
/* main waits for the thread that ends the program, with handlers and streams to flush. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int set;
static void *
work (void *unused)
{
  if (atomic_load (&set))
    exit (3);
  return unused;
}
int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  atomic_store (&set, 1);
  pthread_join (t, NULL);
  return 0;
}
