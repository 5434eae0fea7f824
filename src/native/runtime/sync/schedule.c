/* Policies and priorities of threads: stored, and checked as Linux does (kernel/sched,
 * sched(7)). Whether a thread may raise its own depends on the privileges of the
 * user who runs the check, as it would without the checker.
 *
 * Reads and changes of a thread's attributes are steps only if some thread accesses
 * those of another one (RT_SCHEDULES). */

#include "native/runtime/sync/schedule.h"

#include <assert.h>
#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "native/runtime/files/files.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/core/sys.h"

_Static_assert (sizeof (struct schedule) == sizeof (uint64_t), "a field of struct rt_thread");

/* In the program's memory. */
static struct schedule first;     /* what constructors have set */
static uint64_t objects[RT_THREADS];
static int concurrency;

/* ---- kept with the thread ---- */

struct schedule
schedule_of (const struct rt_thread *t)
{
  struct schedule s = first;
  if (t)
    rt_memcpy (&s, &t->schedule, sizeof s);
  return s;
}

void
schedule_put (struct rt_thread *t, struct schedule s)
{
  assert ((s.excluded & PROCESSORS_ALL) != PROCESSORS_ALL && s.niceness >= -20 && s.niceness <= 19);
  assert (s.priority <= 99 && !s.priority == !(s.policy == SCHED_FIFO || s.policy == SCHED_RR));
  if (t)
    rt_memcpy (&t->schedule, &s, sizeof s);
  else
    first = s;
}

static bool
is_real_time (int policy)
{
  return policy == SCHED_FIFO || policy == SCHED_RR;
}

void
schedule_start (struct rt_thread *t, const struct rt_thread *creator)
{
  struct schedule s = schedule_of (creator);
  if (creator && s.resets) {
    if (is_real_time (s.policy))
      s.policy = SCHED_OTHER, s.priority = 0;
    s.niceness = s.niceness < 0 ? 0 : s.niceness;
    s.resets = false;
  }
  schedule_put (t, s);
}

/* ---- operations ---- */

void
schedule_touch (struct rt_thread *t)
{
  if (rt->modes & RT_SCHEDULES)
    op_touch (t, &objects[t->id], ACCESS_READ);
}

/* Dependent with the end of another thread, after which the call fails. */
bool
schedule_begin (struct rt_thread *other, bool changes, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  if (!t)
    return true;
  if (changes)
    trial_stop ();
  spin_broken (t);
  if (other != t)
    rt_need (RT_SCHEDULES);
  if (rt->modes & RT_SCHEDULES && (t->id || t->children)) {
    op_begin (NATIVE_SCHEDULE, pc);
    op_touch (t, &objects[other->id], changes ? ACCESS_WRITE : ACCESS_READ);
    if (other != t)
      op_touch (t, thread_object (other->id), ACCESS_WRITE);
    rt_announce (t);
  }
  return other->state != RT_ENDED;
}

/* ---- valid values and privileges ---- */

static bool
has_privilege (void)
{
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
  return !SYS_CALL (capget, &header, data) && data[0].effective & 1u << CAP_SYS_NICE;
}

static long
limit_of (int what)
{
  struct rlimit limit = {0};
  SYS_CALL (prlimit64, 0, what, NULL, &limit);
  return limit.rlim_cur > 99 ? 99 : (long) limit.rlim_cur;
}

static bool
may_be_so_nice (int niceness)
{
  return 20 - niceness <= limit_of (RLIMIT_NICE) || has_privilege ();
}

static bool
may_have_policy (const struct schedule *now, int policy, int priority, bool resets)
{
  long most = limit_of (RLIMIT_RTPRIO);
  bool is_refused = is_real_time (policy) && ((policy != now->policy && !most) || (priority > now->priority && priority > most));
  is_refused |= now->policy == SCHED_IDLE && policy != SCHED_IDLE && !may_be_so_nice (now->niceness);
  is_refused |= now->resets && !resets;
  return !is_refused || has_privilege ();
}

int
schedule_set_policy (struct schedule *s, int policy, int priority)
{
  bool resets = policy >= 0 && policy & SCHED_RESET_ON_FORK;
  if (resets)
    policy &= ~SCHED_RESET_ON_FORK;
  bool is_known = policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE || is_real_time (policy);
  if (!is_known || priority < 0 || priority > 99 || is_real_time (policy) != (priority != 0))
    return EINVAL;
  if (!may_have_policy (s, policy, priority, resets))
    return EPERM;
  s->policy = (uint8_t) policy;
  s->priority = (uint8_t) priority;
  s->resets = resets;
  return 0;
}

static int
policy_of (struct schedule s)
{
  return s.policy | (s.resets ? SCHED_RESET_ON_FORK : 0);
}

/* policy: -1 for the present one. */
static int
change (struct rt_thread *other, int policy, int priority, uint64_t pc)
{
  if (!schedule_begin (other, true, pc))
    return ESRCH;
  struct schedule s = schedule_of (other);
  int error = schedule_set_policy (&s, policy < 0 ? policy_of (s) : policy, priority);
  if (!error)
    schedule_put (other, s);
  return error;
}

/* ---- by the kernel's numbers ---- */

/* Before main there is one thread. */
static bool
is_there (pid_t number)
{
  return rt_caller () ? process_thread (number) != NULL : !number || number == getpid ();
}

static struct rt_thread *
thread_of (pid_t number)
{
  return rt_caller () ? process_thread (number) : NULL;
}

EXPORT int
sched_setscheduler (pid_t number, int policy, const struct sched_param *p)
{
  if (policy < 0 || !p || number < 0)
    return files_fail (EINVAL);
  rt_plain (p, sizeof *p, false, CALLER);
  int error = is_there (number) ? change (thread_of (number), policy, p->sched_priority, CALLER) : ESRCH;
  return error ? files_fail (error) : 0;
}

EXPORT int
sched_setparam (pid_t number, const struct sched_param *p)
{
  if (!p || number < 0)
    return files_fail (EINVAL);
  rt_plain (p, sizeof *p, false, CALLER);
  int error = is_there (number) ? change (thread_of (number), -1, p->sched_priority, CALLER) : ESRCH;
  return error ? files_fail (error) : 0;
}

/* The attributes of a live thread, or an error number. */
static int
look (pid_t number, struct schedule *s, uint64_t pc)
{
  if (number < 0)
    return EINVAL;
  if (!is_there (number) || !schedule_begin (thread_of (number), false, pc))
    return ESRCH;
  *s = schedule_of (thread_of (number));
  return 0;
}

EXPORT int
sched_getscheduler (pid_t number)
{
  struct schedule s;
  int error = look (number, &s, CALLER);
  return error ? files_fail (error) : policy_of (s);
}

EXPORT int
sched_getparam (pid_t number, struct sched_param *p)
{
  struct schedule s;
  int error = p ? look (number, &s, CALLER) : EINVAL;
  if (error)
    return files_fail (error);
  rt_plain (p, sizeof *p, true, CALLER);
  p->sched_priority = s.priority;
  return 0;
}

/* The time slices depend on the kernel; for SCHED_RR this is its default. */
EXPORT int
sched_rr_get_interval (pid_t number, struct timespec *out)
{
  struct schedule s;
  int error = look (number, &s, CALLER);
  if (error)
    return files_fail (error);
  rt_plain (out, sizeof *out, true, CALLER);
  *out = (struct timespec) {.tv_nsec = s.policy == SCHED_RR ? 100000000 : s.policy == SCHED_FIFO ? 0 : 4000000};
  return 0;
}

/* ---- by pthread_t ---- */

EXPORT int
pthread_setschedparam (pthread_t thread, int policy, const struct sched_param *p)
{
  struct rt_thread *other = rt_caller () ? thread_find (thread) : NULL;
  if (rt_caller () && !other)
    return ESRCH;
  rt_plain (p, sizeof *p, false, CALLER);
  return policy < 0 ? EINVAL : change (other, policy, p->sched_priority, CALLER);
}

EXPORT int
pthread_setschedprio (pthread_t thread, int priority)
{
  struct rt_thread *other = rt_caller () ? thread_find (thread) : NULL;
  return rt_caller () && !other ? ESRCH : change (other, -1, priority, CALLER);
}

EXPORT int
pthread_getschedparam (pthread_t thread, int *restrict policy, struct sched_param *restrict p)
{
  struct rt_thread *other = rt_caller () ? thread_find (thread) : NULL;
  if ((rt_caller () && !other) || !schedule_begin (other, false, CALLER))
    return ESRCH;
  rt_plain (policy, sizeof *policy, true, CALLER);
  rt_plain (p, sizeof *p, true, CALLER);
  *policy = policy_of (schedule_of (other));
  p->sched_priority = schedule_of (other).priority;
  return 0;
}

void
schedule_begin_process (const void *what, bool changes, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  if (!t)
    return;
  if (changes)
    trial_stop ();
  spin_broken (t);
  if (!t->id && !t->children)
    return;
  op_begin (NATIVE_SCHEDULE, pc);
  op_touch (t, what, changes ? ACCESS_WRITE : ACCESS_READ);
  rt_announce (t);
}

EXPORT int
pthread_setconcurrency (int level)
{
  if (level < 0)
    return EINVAL;
  schedule_begin_process (&concurrency, true, CALLER);
  concurrency = level;
  return 0;
}

EXPORT int
pthread_getconcurrency (void)
{
  schedule_begin_process (&concurrency, false, CALLER);
  return concurrency;
}

/* ---- niceness: an attribute of a thread in Linux ---- */

static void
only_threads (enum __priority_which which, uint64_t pc)
{
  if (which == PRIO_PROCESS || !rt_caller ())
    return;
  rt->failure.pc = pc;
  rt_unsupported ("the priority of a group of processes, or of a user's");
}

static int
set_niceness (pid_t number, int niceness, uint64_t pc)
{
  if (!is_there (number) || !schedule_begin (thread_of (number), true, pc))
    return ESRCH;
  struct schedule s = schedule_of (thread_of (number));
  niceness = niceness < -20 ? -20 : niceness > 19 ? 19 : niceness;
  if (niceness < s.niceness && !may_be_so_nice (niceness))
    return EACCES;
  s.niceness = (int8_t) niceness;
  schedule_put (thread_of (number), s);
  return 0;
}

static bool
is_which (enum __priority_which which)
{
  return which == PRIO_PROCESS || which == PRIO_PGRP || which == PRIO_USER;
}

EXPORT int
setpriority (enum __priority_which which, id_t number, int niceness)
{
  if (!is_which (which))
    return files_fail (EINVAL);
  only_threads (which, CALLER);
  int error = set_niceness ((pid_t) number, niceness, CALLER);
  return error ? files_fail (error) : 0;
}

EXPORT int
getpriority (enum __priority_which which, id_t number)
{
  struct schedule s;
  if (!is_which (which))
    return files_fail (EINVAL);
  only_threads (which, CALLER);
  int error = look ((pid_t) number, &s, CALLER);
  return error ? files_fail (ESRCH) : s.niceness;
}

EXPORT int
nice (int more)
{
  struct schedule s;
  look (0, &s, CALLER);
  int error = set_niceness (0, s.niceness + (more > 40 ? 40 : more < -40 ? -40 : more), CALLER);
  return error ? files_fail (error == EACCES ? EPERM : error) : schedule_of (rt_caller ()).niceness;
}
