/* Timers: none expires in a check. If the signal would end the process (a watchdog), only
 * that end is not explored: a note says so; when a thread's virtual time reaches the
 * timer's, the verdict is not ok. If a handler would run, or a thread waits for the signal
 * or checks whether it is pending, the verdict is not ok.
 *
 * The time that is left is computed from virtual time (time.c). */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "native/runtime/files/files.h"
#include "native/runtime/signals/signal_parts.h"
#include "native/runtime/sync/sync.h"

#define MICROSECOND 1000u         /* nanoseconds */
#define SECOND 1000000000u

/* In the program's memory. */
static uint64_t set;              /* signals of timers, a bit each */
static uint64_t waited, asked;    /* signals that a thread has waited for, or looked for, perhaps before the timer was set */
static struct { uint64_t until, interval; } timers[ITIMER_PROF + 1];   /* until: 0: not set */

static bool
has_others (const struct rt_thread *t)
{
  return t->id || t->children;
}

/* ---- effects of their signals ---- */

static void
is_not_pending (int number, uint64_t pc)
{
  rt_unexplored (pc, "timers do not go off in a check, so that SIG%s is not found pending", sigabbrev_np (number));
}

static void
timer_set (int number, const char *function, uint64_t pc)
{
  uint64_t bit = signals_bit (number);
  set |= bit;
  spin_broken (rt->current);
  if (waited & bit && has_others (rt->current)) {
    rt->failure.pc = pc;
    rt_unsupported ("waiting for the signal of a timer");
  }
  if (asked & bit && has_others (rt->current))
    is_not_pending (number, pc);
  if (signals_has_handler (number))
    rt_unexplored (pc, "%s: timers do not go off in a check, so that the handler of SIG%s is not run", function, sigabbrev_np (number));
  else
    rt_note ("%s: timers do not go off in a check", function);
}

void
timers_handled (int number, uint64_t pc)
{
  assert (rt->current && signals_has_handler (number));
  if (set & signals_bit (number))
    rt_unexplored (pc, "timers do not go off in a check, so that the handler of SIG%s is not run", sigabbrev_np (number));
}

void
timers_waited (uint64_t signals)
{
  if (set & signals)
    rt_unsupported ("waiting for the signal of a timer");
  waited |= signals;
}

void
timers_asked (uint64_t signals, uint64_t pc)
{
  asked |= signals;
  if (set & signals)
    is_not_pending (__builtin_ctzll (set & signals) + 1, pc);
}

/* The signal would have ended the process by then, unless the timer was stopped before. Called when time passes and when a timer
 * is set, because the two are not ordered. */
static void
look_if_over (uint64_t time, uint64_t pc)
{
  uint64_t until = timers[ITIMER_REAL].until;
  if (until && until <= time && !signals_ignored (SIGALRM) && !signals_has_handler (SIGALRM))
    rt_unexplored (pc, "a timer runs out, and timers do not go off in a check, so that the end of the process by SIGALRM is not explored");
}

void
timers_pass (const struct rt_thread *t, uint64_t pc)
{
  look_if_over (t->time, pc);
}

/* ---- setting and reading them ---- */

/* Setting and reading a timer are dependent operations. */
static void
announce (uint64_t pc)
{
  struct rt_thread *t = rt->current;
  if (!has_others (t) || t->inside)
    return;
  op_begin (NATIVE_SIGNALS, pc);
  op_touch (t, timers, ACCESS_WRITE);
  rt_announce (t);
}

static struct timeval
timeval_of (uint64_t time)
{
  return (struct timeval) {.tv_sec = (time_t) (time / SECOND), .tv_usec = (suseconds_t) (time % SECOND / MICROSECOND)};
}

static uint64_t
nanoseconds (const struct timeval *t)
{
  return (uint64_t) t->tv_sec * SECOND + (uint64_t) t->tv_usec * MICROSECOND;
}

/* If its time has passed, a timer with an interval was started again, once or more; another is off. */
static struct itimerval
left_of (__itimer_which_t which)
{
  uint64_t until = timers[which].until, interval = timers[which].interval, now = rt->current->time;
  if (until && until <= now && interval)
    until += ((now - until) / interval + 1) * interval;
  bool is_set = until > now;
  assert (which <= ITIMER_PROF && (is_set || !until || !interval));
  return (struct itimerval) {.it_interval = timeval_of (is_set ? interval : 0), .it_value = timeval_of (is_set ? until - now : 0)};
}

static void
start (__itimer_which_t which, const struct itimerval *new, const char *function, uint64_t pc)
{
  static const int signals[] = {[ITIMER_REAL] = SIGALRM, [ITIMER_VIRTUAL] = SIGVTALRM, [ITIMER_PROF] = SIGPROF};
  uint64_t time = nanoseconds (&new->it_value);
  assert (which <= ITIMER_PROF && rt->current->time >= RT_EPOCH);
  timers[which].until = time ? rt->current->time + time : 0;
  timers[which].interval = nanoseconds (&new->it_interval);
  if (time)
    timer_set (signals[which], function, pc);
  if (time && rt->fingerprints)
    rt_need (RT_CLOCKS);          /* without them time stands still */
  for (size_t i = 0; i < rt->nthreads; i++)
    if (rt->threads[i].state != RT_ABSENT)
      look_if_over (rt->threads[i].time, pc);
}

EXPORT unsigned
alarm (unsigned seconds)
{
  uint64_t pc = CALLER;
  struct itimerval new = {.it_value = {.tv_sec = seconds}};
  if (!rt_caller ())
    return 0;
  announce (pc);
  struct timeval left = left_of (ITIMER_REAL).it_value;
  start (ITIMER_REAL, &new, "alarm", pc);
  return (unsigned) left.tv_sec + (left.tv_usec >= 500000 || (!left.tv_sec && left.tv_usec));
}

static bool
is_timer (__itimer_which_t which)
{
  return which >= ITIMER_REAL && which <= ITIMER_PROF;
}

static bool
is_valid (const struct timeval *t)
{
  return t->tv_sec >= 0 && t->tv_usec >= 0 && t->tv_usec < 1000000;
}

static void
give (struct itimerval *to, struct itimerval value, uint64_t pc)
{
  rt_plain (to, sizeof *to, true, pc);
  *to = value;
}

EXPORT int
setitimer (__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old)
{
  uint64_t pc = CALLER;
  struct itimerval value = {0};
  if (!rt_caller ())
    return 0;
  if (new) {
    rt_plain (new, sizeof *new, false, pc);
    value = *new;
  }
  if (!is_timer (which) || !is_valid (&value.it_value) || !is_valid (&value.it_interval))
    return files_fail (EINVAL);
  announce (pc);
  struct itimerval left = left_of (which);
  start (which, &value, "setitimer", pc);
  if (old)
    give (old, left, pc);
  return 0;
}

EXPORT int
getitimer (__itimer_which_t which, struct itimerval *now)
{
  uint64_t pc = CALLER;
  if (!is_timer (which))
    return files_fail (EINVAL);
  if (rt_caller ())
    announce (pc);
  give (now, rt_caller () ? left_of (which) : (struct itimerval) {0}, pc);
  return 0;
}
