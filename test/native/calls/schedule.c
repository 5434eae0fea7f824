/* Policies, priorities, processors. */

#include "say.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static struct sched_param zero, ten = {.sched_priority = 10}, hundred = {.sched_priority = 100}, minus = {.sched_priority = -1}, got;
static pthread_barrier_t both;

static void
say_policies (pid_t who)
{
  static const int policies[] = {-1, SCHED_OTHER, SCHED_FIFO, SCHED_RR, SCHED_BATCH, 4, SCHED_IDLE, 6, 7, 1000,
                                 SCHED_BATCH | SCHED_RESET_ON_FORK, SCHED_OTHER};
  static struct sched_param *const params[] = {&zero, &ten, &hundred, &minus};
  for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
    for (size_t k = 0; k < 4; k++) {
      printf ("policy %d, priority %d\n", policies[i], params[k]->sched_priority);
      SAY (sched_setscheduler (who, policies[i], params[k]));
      SAY (sched_getscheduler (who));
      SAY (sched_getparam (who, &got));
      SAY (got.sched_priority);
    }
}

static void
say_parameters (void)
{
  SAY (sched_setscheduler (0, SCHED_OTHER, NULL));
  SAY (sched_setscheduler (-1, SCHED_OTHER, &zero));
  SAY (sched_setscheduler (999999, SCHED_OTHER, &zero));
  SAY (sched_getscheduler (-1));
  SAY (sched_getscheduler (999999));
  SAY (sched_setparam (0, NULL));
  SAY (sched_setparam (-1, &zero));
  SAY (sched_setparam (999999, &zero));
  SAY (sched_setparam (0, &ten));
  SAY (sched_setparam (getpid (), &zero));
  SAY (sched_getparam (0, NULL));
  SAY (sched_getparam (-1, &got));
  SAY (sched_getparam (999999, &got));
  struct timespec t = {0};
  SAY (sched_rr_get_interval (-1, &t));
  SAY (sched_rr_get_interval (999999, &t));
  if (sched_setscheduler (0, SCHED_RR, &ten) == 0) {
    SAY (sched_rr_get_interval (0, &t));
    SAY (t.tv_nsec);
    SAY (sched_setparam (0, &zero));
    SAY (sched_setparam (0, &ten));
  }
  sched_setscheduler (0, SCHED_OTHER, &zero);
  SAY (sched_yield ());
}

static void
say_pthread (pthread_t thread)
{
  int policy = -1;
  SAY (pthread_getschedparam (thread, &policy, &got));
  SAY (policy);
  SAY (got.sched_priority);
  SAY (pthread_setschedparam (thread, SCHED_BATCH, &zero));
  SAY (pthread_getschedparam (thread, &policy, &got));
  SAY (policy);
  SAY (pthread_setschedparam (thread, SCHED_BATCH, &ten));
  SAY (pthread_setschedparam (thread, 77, &zero));
  SAY (pthread_setschedparam (thread, -1, &zero));
  SAY (pthread_setschedparam (thread, SCHED_FIFO, &zero));
  SAY (pthread_setschedprio (thread, 0));
  SAY (pthread_setschedprio (thread, 5));
  SAY (pthread_setschedprio (thread, -5));
  SAY (pthread_setschedparam (thread, SCHED_OTHER, &zero));
}

static void
say_nice (void)
{
  SAY (getpriority (PRIO_PROCESS, 0));
  SAY (nice (3));
  SAY (getpriority (PRIO_PROCESS, 0));
  SAY (getpriority (PRIO_PROCESS, (id_t) getpid ()));
  SAY (setpriority (PRIO_PROCESS, 0, 7));
  SAY (getpriority (PRIO_PROCESS, 0));
  SAY (setpriority (PRIO_PROCESS, 0, 100));
  SAY (getpriority (PRIO_PROCESS, 0));
  SAY (nice (1000));
  SAY (setpriority (PRIO_PROCESS, 0, 5));
  SAY (getpriority (PRIO_PROCESS, 0));
  SAY (setpriority (77, 0, 0));
  SAY (getpriority (77, 0));
  SAY (setpriority (PRIO_PROCESS, 999999, 0));
  SAY (getpriority (PRIO_PROCESS, 999999));
}

static int
is_among (int processor, cpu_set_t *set)
{
  return processor >= 0 && CPU_ISSET (processor, set);
}

/* How many there are differs; that they are the same everywhere does not. */
static void
say_processors (void)
{
  cpu_set_t all, one, none;
  unsigned processor = 77, node = 77;
  CPU_ZERO (&none);
  memset (&all, 0x55, sizeof all);
  SAY (sched_getaffinity (0, sizeof all, &all) < 0);
  SAY (CPU_COUNT (&all) > 1);
  SAY (CPU_COUNT (&all) <= get_nprocs ());
  SAY (get_nprocs () == sysconf (_SC_NPROCESSORS_ONLN));
  SAY (get_nprocs_conf () == sysconf (_SC_NPROCESSORS_CONF));
  SAY (is_among (sched_getcpu (), &all));
  SAY (getcpu (&processor, &node));
  SAY (is_among ((int) processor, &all));
  SAY (getcpu (NULL, NULL));
  SAY (sched_setaffinity (0, sizeof none, &none));
  SAY (sched_setaffinity (0, 0, &all));
  SAY (sched_setaffinity (999999, sizeof all, &all));
  SAY (sched_getaffinity (999999, sizeof all, &all));
  SAY (sched_getaffinity (0, 0, &one));
  SAY (sched_getaffinity (0, 12, &one));
  for (int i = 0; i < 2; i++) {
    CPU_ZERO (&one);
    CPU_SET (i, &one);
    SAY (sched_setaffinity (0, sizeof one, &one));
    CPU_ZERO (&one);
    SAY (sched_getaffinity (0, sizeof one, &one) < 0);
    SAY (CPU_COUNT (&one));
    SAY (is_among (i, &one));
    SAY (sched_getcpu ());
  }
  SAY (pthread_getaffinity_np (pthread_self (), sizeof one, &one));
  SAY (CPU_COUNT (&one));
  SAY (pthread_setaffinity_np (pthread_self (), sizeof none, &none));
  SAY (pthread_getaffinity_np (pthread_self (), 12, &one));
  SAY (pthread_setaffinity_np (pthread_self (), sizeof all, &all));
  SAY (sched_getaffinity (getpid (), sizeof one, &one) < 0);
  SAY (CPU_EQUAL (&one, &all));
}

/* What a thread begins with; another one asks, too. */
static void *
inherited (void *unused)
{
  cpu_set_t mine;
  SAY (sched_getscheduler (0));
  SAY (getpriority (PRIO_PROCESS, 0));
  sched_getaffinity (0, sizeof mine, &mine);
  SAY (CPU_COUNT (&mine));
  SAY (sched_getcpu ());
  fflush (stdout);
  pthread_barrier_wait (&both);
  pthread_barrier_wait (&both);
  SAY (sched_getscheduler (0));
  return unused;
}

static void
say_inherited (void)
{
  pthread_t t;
  cpu_set_t one, all;
  int policy = -1;
  sched_getaffinity (0, sizeof all, &all);
  CPU_ZERO (&one);
  CPU_SET (1, &one);
  pthread_barrier_init (&both, NULL, 2);
  sched_setaffinity (0, sizeof one, &one);
  pthread_setschedparam (pthread_self (), SCHED_BATCH, &zero);   /* libc keeps a copy, which sched_setscheduler leaves as it is */
  pthread_create (&t, NULL, inherited, NULL);
  pthread_barrier_wait (&both);
  SAY (pthread_getschedparam (t, &policy, &got));
  SAY (policy);
  SAY (pthread_setschedparam (t, SCHED_OTHER, &zero));
  SAY (sched_getscheduler (0));
  SAY (pthread_getaffinity_np (t, sizeof one, &one));
  SAY (CPU_COUNT (&one));
  SAY (pthread_setaffinity_np (t, sizeof all, &all));
  SAY (pthread_getaffinity_np (t, sizeof one, &one));
  SAY (CPU_EQUAL (&one, &all));
  fflush (stdout);
  pthread_barrier_wait (&both);
  pthread_join (t, NULL);
  pthread_barrier_destroy (&both);
  pthread_setschedparam (pthread_self (), SCHED_OTHER, &zero);
  sched_setaffinity (0, sizeof all, &all);
}

void
say_schedule (void)
{
  say_policies (0);
  say_policies (getpid ());
  say_parameters ();
  say_pthread (pthread_self ());
  say_nice ();
  say_processors ();
  say_inherited ();
  SAY (pthread_getconcurrency ());
  SAY (pthread_setconcurrency (-1));
  SAY (pthread_setconcurrency (3));
  SAY (pthread_getconcurrency ());
  SAY (pthread_setconcurrency (0));
}
