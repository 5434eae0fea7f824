/* mazurka: assertion "seen != SCHED_BATCH" */
/* The other order; and a thread that has ended has no policy any more. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static int seen;

static void *
look (void *unused)
{
  seen = sched_getscheduler (0);
  return unused;
}

int
main (void)
{
  struct sched_param p = {0};
  pthread_t t;
  pthread_create (&t, NULL, look, NULL);
  int late = pthread_setschedparam (t, SCHED_BATCH, &p);
  pthread_join (t, NULL);
  assert (!late || late == ESRCH);
  assert (seen != SCHED_BATCH);
}
