/* mazurka: ok, 2 executions */
/* On one processor, which the threads inherit, or have from their attributes. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t locks[64];
static int total;

static void *
work (void *unused)
{
  int processor = sched_getcpu ();
  assert (processor == 1);
  pthread_mutex_lock (&locks[processor]);
  total++;
  pthread_mutex_unlock (&locks[processor]);
  return unused;
}

int
main (void)
{
  pthread_t a, b;
  pthread_attr_t attributes;
  cpu_set_t one, both;
  CPU_ZERO (&one);
  CPU_SET (1, &one);
  sched_getaffinity (0, sizeof both, &both);
  sched_setaffinity (0, sizeof one, &one);
  pthread_create (&a, NULL, work, NULL);
  sched_setaffinity (0, sizeof both, &both);
  pthread_attr_init (&attributes);
  pthread_attr_setaffinity_np (&attributes, sizeof one, &one);
  pthread_create (&b, &attributes, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (total == 2);
}
