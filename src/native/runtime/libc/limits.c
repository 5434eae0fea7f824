/* Limits of the process: stored, checked and returned as in the kernel
 * (setrlimit(2)). A lower limit has no effect here; so the verdict is not ok after
 * a limit was lowered. */

#include "native/runtime/files/files.h"

#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

#include "native/runtime/core/rt.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/sync/schedule.h"

/* In the program's memory. */
static struct { bool is_set; struct rlimit now; } limits[RLIM_NLIMITS];

static int
look (__rlimit_resource_t what, struct rlimit *out)
{
  assert ((unsigned) what < RLIM_NLIMITS);
  *out = limits[what].now;
  return limits[what].is_set ? 0 : (int) -SYS_CALL (prlimit64, 0, what, NULL, out);
}

static int
change (__rlimit_resource_t what, const struct rlimit *new, uint64_t pc)
{
  struct rlimit now;
  int error = look (what, &now);
  if (!error && new->rlim_cur > new->rlim_max)
    error = EINVAL;
  if (!error && new->rlim_max > now.rlim_max && geteuid ())
    error = EPERM;
  if (error)
    return error;
  if (new->rlim_cur < now.rlim_cur && what != RLIMIT_CORE && rt && rt->current)
    rt_unexplored (pc, "what fails because of a lower limit of setrlimit is not explored");
  limits[what].is_set = true;
  limits[what].now = *new;
  return 0;
}

/* Returns an error number. `new` and `old` may be NULL. */
static int
exchange (__rlimit_resource_t what, const struct rlimit *new, struct rlimit *old, uint64_t pc)
{
  struct rlimit before, wanted;
  if ((unsigned) what >= RLIM_NLIMITS)
    return EINVAL;
  if (new) {
    rt_plain (new, sizeof *new, false, pc);
    wanted = *new;
  }
  schedule_begin_process (limits, new, pc);
  int error = look (what, &before);
  if (!error && new)
    error = change (what, &wanted, pc);
  if (!error && old) {
    rt_plain (old, sizeof *old, true, pc);
    *old = before;
  }
  return error;
}

static int
result_of (int error)
{
  return error ? files_fail (error) : 0;
}

EXPORT int
getrlimit (__rlimit_resource_t what, struct rlimit *out)
{
  return result_of (exchange (what, NULL, out, CALLER));
}

EXPORT int
setrlimit (__rlimit_resource_t what, const struct rlimit *new)
{
  return result_of (exchange (what, new, NULL, CALLER));
}

EXPORT int
prlimit (pid_t process, enum __rlimit_resource what, const struct rlimit *new, struct rlimit *old)
{
  if (process && process != getpid ()) {
    if (rt && rt->current)
      rt->failure.pc = CALLER;
    rt_unsupported ("prlimit of another process");
  }
  return result_of (exchange (what, new, old, CALLER));
}

ALSO (getrlimit64, getrlimit);
ALSO (setrlimit64, setrlimit);
ALSO (prlimit64, prlimit);
