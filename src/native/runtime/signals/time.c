/* Virtual time. Each thread has a clock of its own, which advances when the
 * thread sleeps, a wait times out or the thread reads it, and is advanced to another
 * thread's clock when that thread was joined, created it, woke it or released a lock
 * that it takes. So what a thread reads depends only on the events that precede it in
 * the partial order; a thread that is behind another in time corresponds to a slow
 * scheduler. Sleeping is not a step: whatever other threads do meanwhile they may do
 * before or after it, too.
 *
 * Each read advances the clock by more than the one before, so that loops that wait
 * for a point in time end soon. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/files/files.h"
#include "native/runtime/signals/signal_parts.h"
#include "native/runtime/sync/sync.h"
#include "native/runtime/core/sys.h"

#define SECOND 1000000000u
#define STEP 1000u                /* nanoseconds */

static uint64_t
nanoseconds (const struct timespec *t)
{
  assert (!t || (t->tv_nsec >= 0 && t->tv_nsec < SECOND));
  return t && t->tv_sec >= 0 ? (uint64_t) t->tv_sec * SECOND + (uint64_t) t->tv_nsec : 0;
}

static struct timespec
timespec_of (uint64_t time)
{
  return (struct timespec) {.tv_sec = (time_t) (time / SECOND), .tv_nsec = (long) (time % SECOND)};
}

/* With stored states time stands still unless the program reads it: it would make equal states differ. */
static bool
time_counts (void)
{
  return !rt->fingerprints || rt->modes & RT_CLOCKS;
}

/* Not all iterations of a waiting loop are executed: how long one that sleeps has waited, and so the time after it, is not
 * explored. */
static void
check_order (void)
{
  if (rt->slept_waiting && rt->time_asked)
    rt_partial ("a loop that waits for another thread sleeps, and time is asked for: times at which that depends on how long it waited are not explored");
}

void
time_slept_waiting (void)
{
  rt->slept_waiting = true;
  check_order ();
}

/* Without other threads no thread has waited. */
static bool
has_others (void)
{
  for (size_t i = 1; i < rt->nthreads; i++)
    if (rt->threads[i].state != RT_ABSENT)
      return true;
  return false;
}

static uint64_t
now (struct rt_thread *t)
{
  if (!rt->time_asked && !rt->fingerprints && has_others ()) {
    rt->time_asked = true;
    check_order ();
  }
  assert (t->time >= RT_EPOCH);
  if (rt->fingerprints)
    rt_need (RT_CLOCKS);
  t->time += STEP * ++t->clock_reads;
  spin_broken (t);
  return t->time;
}

struct timespec
time_after (struct rt_thread *t, const struct timespec *time)
{
  return timespec_of (t->time + nanoseconds (time));
}

void
time_over (struct rt_thread *t, const struct timespec *until)
{
  if (time_counts () && t->time < nanoseconds (until))
    t->time = nanoseconds (until);
  timers_pass (t, t->op.place);
}

bool
time_is_valid (const struct timespec *t, uint64_t pc)
{
  rt_plain (t, sizeof *t, false, pc);
  return t->tv_nsec >= 0 && t->tv_nsec < SECOND;
}

/* ---- clocks ---- */

/* The clocks of Linux: their resolution, and whether clock_nanosleep accepts them. */
enum { EXISTS = 1, COARSE = 2, SLEEPS = 4 };
static const uint8_t clocks[] = {
  [CLOCK_REALTIME] = EXISTS | SLEEPS, [CLOCK_MONOTONIC] = EXISTS | SLEEPS, [CLOCK_PROCESS_CPUTIME_ID] = EXISTS | SLEEPS,
  [CLOCK_THREAD_CPUTIME_ID] = EXISTS, [CLOCK_MONOTONIC_RAW] = EXISTS, [CLOCK_REALTIME_COARSE] = EXISTS | COARSE,
  [CLOCK_MONOTONIC_COARSE] = EXISTS | COARSE, [CLOCK_BOOTTIME] = EXISTS | SLEEPS, [CLOCK_REALTIME_ALARM] = EXISTS | SLEEPS,
  [CLOCK_BOOTTIME_ALARM] = EXISTS | SLEEPS, [CLOCK_TAI] = EXISTS | SLEEPS,
};

static bool
clock_has (clockid_t clock, uint8_t what)
{
  return clock >= 0 && (size_t) clock < sizeof clocks && clocks[clock] & what;
}

bool
time_is_waitable (clockid_t clock)
{
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

static int
read_clock (clockid_t clock, struct timespec *out)
{
  struct rt_thread *t = rt_caller ();
  if (!t)
    return (int) files_result (SYS_CALL (clock_gettime, clock, out));
  if (!clock_has (clock, EXISTS))
    return files_fail (EINVAL);
  *out = timespec_of (now (t));
  return 0;
}

/* A write to the program's memory counts as its access. */
#define GIVE(out, value) (rt_plain (out, sizeof *(out), true, CALLER), *(out) = (value))

EXPORT int
clock_gettime (clockid_t clock, struct timespec *out)
{
  struct timespec t;
  int result = read_clock (clock, &t);
  if (!result)
    GIVE (out, t);
  return result;
}

EXPORT int
clock_getres (clockid_t clock, struct timespec *out)
{
  if (!clock_has (clock, EXISTS))
    return files_fail (EINVAL);
  if (out)
    GIVE (out, ((struct timespec) {.tv_nsec = clock_has (clock, COARSE) ? 4000000 : 1}));
  return 0;
}

EXPORT int
gettimeofday (struct timeval *restrict out, void *restrict zone)
{
  (void) zone;
  struct timespec t;
  read_clock (CLOCK_REALTIME, &t);
  GIVE (out, ((struct timeval) {.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000}));
  return 0;
}

EXPORT int
timespec_get (struct timespec *out, int base)
{
  struct timespec t;
  if (base != TIME_UTC || read_clock (CLOCK_REALTIME, &t))
    return 0;
  GIVE (out, t);
  return base;
}

EXPORT time_t
time (time_t *out)
{
  struct timespec t;
  read_clock (CLOCK_REALTIME, &t);
  if (out)
    GIVE (out, t.tv_sec);
  return t.tv_sec;
}

/* Every clock shows the virtual time of the thread that reads it. */
EXPORT int
pthread_getcpuclockid (pthread_t thread, clockid_t *clock)
{
  if (rt_caller () && !thread_find (thread))
    return ESRCH;
  GIVE (clock, CLOCK_THREAD_CPUTIME_ID);
  return 0;
}

/* The virtual time since the start, as if the process had run all the time. */
EXPORT clock_t
clock (void)
{
  struct rt_thread *t = rt_caller ();
  return t ? (clock_t) ((now (t) - RT_EPOCH) / 1000) : 0;
}

EXPORT clock_t
times (struct tms *out)
{
  struct rt_thread *t = rt_caller ();
  clock_t ticks = t ? (clock_t) ((now (t) - RT_EPOCH) / (SECOND / 100)) : 0;
  GIVE (out, ((struct tms) {.tms_utime = ticks}));
  return ticks;
}

/* ---- sleeping ---- */

/* Not a write: a loop that only sleeps and reads is a waiting loop. */
static void
sleep_for (uint64_t time, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  if (t && time_counts ())
    t->time += time;
  if (t)
    t->spin.slept = true;
  if (t)
    timers_pass (t, pc);
  spin_yields (pc);
}

/* Sleeps for a duration, or until a time; returns an error number. */
static int
sleep_checked (const struct timespec *time, bool is_absolute, struct timespec *left, uint64_t pc)
{
  cancel_point (pc);
  if (!time_is_valid (time, pc) || time->tv_sec < 0)
    return EINVAL;
  if (left && !is_absolute) {
    rt_plain (left, sizeof *left, true, pc);
    *left = (struct timespec) {0};
  }
  if (!is_absolute)
    sleep_for (nanoseconds (time), pc);
  else if (rt_caller ())
    time_over (rt_caller (), time);
  return 0;
}

EXPORT int
nanosleep (const struct timespec *time, struct timespec *left)
{
  int error = sleep_checked (time, false, left, CALLER);
  return error ? files_fail (error) : 0;
}

EXPORT int
clock_nanosleep (clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
  if (!clock_has (clock, EXISTS) || clock == CLOCK_THREAD_CPUTIME_ID)
    return EINVAL;
  if (!clock_has (clock, SLEEPS))
    return ENOTSUP;
  return sleep_checked (time, flags & TIMER_ABSTIME, left, CALLER);
}

EXPORT int
usleep (useconds_t time)
{
  cancel_point (CALLER);
  sleep_for ((uint64_t) time * 1000, CALLER);
  return 0;
}

EXPORT unsigned
sleep (unsigned time)
{
  cancel_point (CALLER);
  sleep_for ((uint64_t) time * SECOND, CALLER);
  return 0;
}

EXPORT int
thrd_sleep (const struct timespec *time, struct timespec *left)
{
  return sleep_checked (time, false, left, CALLER) ? -2 : 0;
}

EXPORT int
sched_yield (void)                /* pthread_yield is the same symbol */
{
  spin_yields (CALLER);
  return 0;
}

EXPORT void
thrd_yield (void)
{
  spin_yields (CALLER);
}
