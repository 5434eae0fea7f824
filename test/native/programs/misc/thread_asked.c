/* mazurka: ok */
/* What is asked of a thread by its handle. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
int
main (void)
{
  cpu_set_t set;
  clockid_t clock;
  struct timespec now;
  assert (!pthread_getaffinity_np (pthread_self (), sizeof set, &set) && CPU_COUNT (&set) > 0);
  assert (!pthread_getcpuclockid (pthread_self (), &clock) && !clock_gettime (clock, &now));
}
