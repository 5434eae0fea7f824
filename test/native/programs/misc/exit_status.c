/* mazurka: exit-status "the program ends with exit status 3" */
/* One order of the threads ends the program with a status that is not 0. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int first;
static void *
work (void *unused)
{
  int nobody = 0;
  atomic_compare_exchange_strong (&first, &nobody, 2);
  return unused;
}
int
main (void)
{
  pthread_t t;
  int nobody = 0;
  pthread_create (&t, NULL, work, NULL);
  atomic_compare_exchange_strong (&first, &nobody, 1);
  pthread_join (t, NULL);
  if (atomic_load (&first) == 2)
    exit (3);
  return 0;
}
