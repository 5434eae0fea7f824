/* mazurka: assertion "pthread_getconcurrency () == 0" */
/* The level of concurrency is the process's: a thread sees what another has set, or not. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static void *set (void *unused) { pthread_setconcurrency (3); return unused; }

int
main (void)
{
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  assert (pthread_getconcurrency () == 0);
  pthread_join (t, NULL);
}
