/* The processors that a program sees: a machine with two. The one that a thread runs on
 * is chosen by the system at any time, so a query has an alternative for each processor
 * that the thread may use. */

#include "native/runtime/sync/schedule.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "native/runtime/files/files.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/sync/sync.h"

static uint32_t
allowed (const struct rt_thread *t)
{
  return PROCESSORS_ALL & ~schedule_of (t).excluded;
}

/* ---- the processor of a thread ---- */

static uint32_t
places (struct rt_thread *t)
{
  return (uint32_t) __builtin_popcount (allowed (t));
}

static uint32_t
choose_processor (uint64_t pc)
{
  struct rt_thread *t = op_begin (NATIVE_CHOOSE, pc);
  if (!t)
    return 0;
  rt_note ("a machine with %d processors is assumed, and that a thread that asks may be on any of them", PROCESSORS);
  if (rt->modes & RT_SCHEDULES || places (t) > 1) {
    schedule_touch (t);
    t->ways = places;
    rt_announce (t);
    spin_broken (t);
  } else
    t->alternative = 0;
  uint32_t left = allowed (t);
  assert (t->alternative < places (t));
  for (uint32_t skip = t->alternative; skip; skip--)
    left &= left - 1;
  op_value ((uint32_t) __builtin_ctz (left));
  return (uint32_t) __builtin_ctz (left);
}

EXPORT int
sched_getcpu (void)
{
  return (int) choose_processor (CALLER);
}

EXPORT int
getcpu (unsigned *processor, unsigned *node)
{
  uint64_t pc = CALLER;
  uint32_t chosen = choose_processor (pc);
  if (processor) {
    rt_plain (processor, sizeof *processor, true, pc);
    *processor = chosen;
  }
  if (node) {
    rt_plain (node, sizeof *node, true, pc);
    *node = 0;
  }
  return 0;
}

/* ---- the processors that it may use ---- */

/* Processors that the machine does not have are ignored. */
int
schedule_set_processors (struct schedule *s, size_t bytes, const cpu_set_t *set)
{
  uint32_t wanted = bytes ? *(const unsigned char *) set & PROCESSORS_ALL : 0;
  if (!wanted)
    return EINVAL;
  s->excluded = PROCESSORS_ALL & ~wanted;
  return 0;
}

static int
set_processors (struct rt_thread *other, size_t bytes, const cpu_set_t *set)
{
  struct schedule s = schedule_of (other);
  int error = schedule_set_processors (&s, bytes, set);
  if (!error)
    schedule_put (other, s);
  return error;
}

static int
give_processors (const struct rt_thread *other, size_t bytes, cpu_set_t *set, uint64_t pc)
{
  if (bytes % sizeof (long) || !bytes)
    return EINVAL;
  rt_plain (set, bytes, true, pc);
  memset (set, 0, bytes);
  *(unsigned char *) set = (unsigned char) allowed (other);
  return 0;
}

/* Before main there is one thread, which has no struct rt_thread yet. */
static bool
find (pid_t number, struct rt_thread **found)
{
  *found = rt_caller () ? process_thread (number) : NULL;
  return rt_caller () ? *found != NULL : !number || number == getpid ();
}

EXPORT int
sched_setaffinity (pid_t number, size_t bytes, const cpu_set_t *set)
{
  struct rt_thread *other;
  rt_plain (set, bytes, false, CALLER);
  if (!find (number, &other) || !schedule_begin (other, true, CALLER))
    return files_fail (ESRCH);
  int error = set_processors (other, bytes, set);
  return error ? files_fail (error) : 0;
}

EXPORT int
sched_getaffinity (pid_t number, size_t bytes, cpu_set_t *set)
{
  struct rt_thread *other;
  if (bytes % sizeof (long) || !bytes)
    return files_fail (EINVAL);
  if (!find (number, &other) || !schedule_begin (other, false, CALLER))
    return files_fail (ESRCH);
  int error = give_processors (other, bytes, set, CALLER);
  return error ? files_fail (error) : 0;
}

/* For a thread that has ended libc asks the kernel for the number 0, which means the caller. */
static struct rt_thread *
find_pthread (pthread_t thread, bool changes, uint64_t pc)
{
  struct rt_thread *other = thread_find (thread);
  return !other || schedule_begin (other, changes, pc) ? other : rt_caller ();
}

EXPORT int
pthread_setaffinity_np (pthread_t thread, size_t bytes, const cpu_set_t *set)
{
  rt_plain (set, bytes, false, CALLER);
  struct rt_thread *other = rt_caller () ? find_pthread (thread, true, CALLER) : NULL;
  return rt_caller () && !other ? ESRCH : set_processors (other, bytes, set);
}

EXPORT int
pthread_getaffinity_np (pthread_t thread, size_t bytes, cpu_set_t *set)
{
  struct rt_thread *other = rt_caller () ? find_pthread (thread, false, CALLER) : NULL;
  return rt_caller () && !other ? ESRCH : give_processors (other, bytes, set, CALLER);
}

/* ---- their number ---- */

EXPORT int
get_nprocs (void)
{
  return PROCESSORS;
}

EXPORT int
get_nprocs_conf (void)
{
  return PROCESSORS;
}

EXPORT long
sysconf (int name)
{
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF)
    return PROCESSORS;
  long (*real) (int);
  *(void **) &real = dlsym (RTLD_NEXT, "sysconf");
  return real (name);
}
