/* mazurka: data-race "total" */
/* Two threads on two processors take two locks. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t locks[64];
static int total;

static void *
work (void *unused)
{
  unsigned processor = 0;
  getcpu (&processor, NULL);
  pthread_mutex_lock (&locks[processor & 63]);
  total++;
  pthread_mutex_unlock (&locks[processor & 63]);
  return unused;
}

int
main (void)
{
  pthread_t a, b;
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}
