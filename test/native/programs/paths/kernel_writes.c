/* mazurka: ok, 2 executions */
/* The kernel writes to memory that the program has not touched yet. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>
static struct {                   /* each on pages of its own */
  char before[1 << 16];
  struct rlimit limit;
  char between[1 << 16];
  struct utsname name;
  char after[1 << 16];
} all;
static atomic_int x;
static void *
work (void *unused)
{
  atomic_fetch_add (&x, 1);
  return unused;
}
int
main (void)
{
  pthread_t a, b;
  assert (!all.limit.rlim_max && !all.name.sysname[0]);
  assert (getrlimit (RLIMIT_NOFILE, &all.limit) == 0 && all.limit.rlim_max);
  assert (uname (&all.name) == 0 && all.name.sysname[0]);
  pthread_create (&a, NULL, work, NULL);
  pthread_create (&b, NULL, work, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
