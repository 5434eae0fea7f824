/* mazurka: memory "which has ended" */
#include <pthread.h>

static int *kept;

static void *
work (void *unused)
{
  int local = 1;
  kept = &local;
  return unused;
}

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, work, NULL);
  pthread_join (t, NULL);
  return *kept != 1;
}
