/* mazurka: assertion "error != ESRCH" */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void *nothing (void *unused) { return unused; }

int
main (void)
{
  struct sched_param p = {0};
  pthread_t t;
  pthread_create (&t, NULL, nothing, NULL);
  int error = pthread_setschedparam (t, SCHED_BATCH, &p);
  pthread_join (t, NULL);
  assert (error != ESRCH);
}
