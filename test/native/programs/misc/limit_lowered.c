/* mazurka: unknown "a lower limit of setrlimit" */
#include <sys/resource.h>

int
main (void)
{
  struct rlimit r;
  getrlimit (RLIMIT_NOFILE, &r);
  r.rlim_cur = 5;
  setrlimit (RLIMIT_NOFILE, &r);
}
