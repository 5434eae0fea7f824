/* mazurka: assertion "now.rlim_cur != 3" */
/* So are limits. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static void *
set (void *unused)
{
  struct rlimit r = {.rlim_cur = 3, .rlim_max = 3};
  setrlimit (RLIMIT_CORE, &r);
  return unused;
}

int
main (void)
{
  struct rlimit now = {0};
  pthread_t t;
  pthread_create (&t, NULL, set, NULL);
  getrlimit (RLIMIT_CORE, &now);
  assert (now.rlim_cur != 3);
  pthread_join (t, NULL);
}
