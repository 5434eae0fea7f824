/* mazurka: assertion "policy != SCHED_BATCH || seen != SCHED_OTHER" */
/* Who sets a thread's policy and who looks at it: both orders. */
#define _GNU_SOURCE
#include <assert.h>
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
  int policy = SCHED_BATCH;
  pthread_create (&t, NULL, look, NULL);
  int late = pthread_setschedparam (t, policy, &p);
  pthread_join (t, NULL);
  if (!late)
    assert (policy != SCHED_BATCH || seen != SCHED_OTHER);
}
