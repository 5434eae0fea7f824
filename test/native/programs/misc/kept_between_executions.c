/* mazurka: ok */
/* What one execution has set is gone when the next one starts. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static atomic_int x;
static char stack[1 << 15];
static void *store (void *n) { atomic_store (&x, (int) (long) n); return NULL; }

int
main (void)
{
  struct sched_param p = {0};
  stack_t new = {.ss_sp = stack, .ss_size = sizeof stack}, old;
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET (0, &one);
  int niceness = getpriority (PRIO_PROCESS, 0);
  assert (sched_getscheduler (0) == SCHED_OTHER && pthread_getconcurrency () == 0);
  sigaltstack (NULL, &old);
  assert (old.ss_flags == SS_DISABLE);
  assert (nice (2) == niceness + 2 && niceness < 10);
  sched_setscheduler (0, SCHED_BATCH, &p);
  sched_setaffinity (0, sizeof one, &one);
  pthread_setconcurrency (2);
  sigaltstack (&new, NULL);
  pthread_t t, u;
  pthread_create (&t, NULL, store, (void *) 1);
  pthread_create (&u, NULL, store, (void *) 2);
  pthread_join (t, NULL);
  pthread_join (u, NULL);
  assert (sched_getcpu () == 0);
}
