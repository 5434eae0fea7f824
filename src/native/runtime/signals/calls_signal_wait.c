/* Waiting for signals: sigwait, sigwaitinfo and sigtimedwait, which accept a pending signal, and sigsuspend and
 * pause, which wait until a handler has run. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/files/files.h"
#include "native/runtime/signals/signal_parts.h"
#include "native/runtime/sync/sync.h"

static uint64_t
found (const struct rt_thread *t)
{
  return (t->signals | rt->run.signals) & t->count;
}

static bool
has_signal (struct rt_thread *t)
{
  return found (t);
}

/* Which of several is accepted is not specified; this is the kernel's choice: the one with
 * the lowest number, first of those sent to the thread, then of those sent to the process. */
static int
take_signal (struct rt_thread *t)
{
  assert (found (t));
  uint64_t own = t->signals & t->count;
  int number = __builtin_ctzll (own ? own : rt->run.signals & t->count) + 1;
  *(own ? &t->signals : &rt->run.signals) &= ~signals_bit (number);
  return number;
}

/* Returns 0 after a time-out. */
static int
wait_for (const sigset_t *set, const struct timespec *time, uint64_t pc)
{
  uint64_t wanted = signals_read_set (set, pc);
  struct rt_thread *t = signals_begin (NATIVE_SIGWAIT, pc);
  if (!t)
    rt_unsupported ("sigwait before main");
  timers_waited (wanted);
  t->count = wanted;
  t->object = signals_object ();
  if (time)
    spin_before (t, (uintptr_t) &rt->run.signals);
  else
    t->ready = has_signal;
  cancel_while_waiting (t);
  t->op.guarded = !time;
  rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  if (!found (t)) {
    assert (time);
    spin_read (t, (uintptr_t) &rt->run.signals, sizeof rt->run.signals, rt->run.signals);
    struct timespec until = time_after (t, time);
    time_over (t, &until);
    return 0;
  }
  trial_stop ();
  spin_broken (t);
  int number = take_signal (t);
  op_value ((uint64_t) number);
  return number;
}

EXPORT int
sigwait (const sigset_t *restrict set, int *restrict number)
{
  uint64_t pc = CALLER;
  cancel_point (pc);
  int found_one = wait_for (set, NULL, pc);
  rt_plain (number, sizeof *number, true, pc);
  *number = found_one;
  return 0;
}

static int
wait_for_info (const sigset_t *set, siginfo_t *info, const struct timespec *time, uint64_t pc)
{
  cancel_point (pc);
  if (time && !time_is_valid (time, pc))
    return files_fail (EINVAL);
  int number = wait_for (set, time, pc);
  if (!number)
    return files_fail (EAGAIN);
  if (info) {                     /* glibc reports every signal as sent by kill */
    rt_plain (info, sizeof *info, true, pc);
    *info = signals_info (number, false);
  }
  return number;
}

EXPORT int
sigwaitinfo (const sigset_t *restrict set, siginfo_t *restrict info)
{
  return wait_for_info (set, info, NULL, CALLER);
}

EXPORT int
sigtimedwait (const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time)
{
  return wait_for_info (set, info, time, CALLER);
}

/* A pending signal has a handler or ends the process; ignored signals do not end the wait. */
static bool
has_unblocked (struct rt_thread *t)
{
  for (uint64_t now = (t->signals | rt->run.signals) & ~t->signal_mask; now; now &= now - 1)
    if (!signals_ignored (__builtin_ctzll (now) + 1))
      return true;
  return false;
}

static int
suspend (const uint64_t *mask, uint64_t pc)
{
  cancel_point (pc);
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t)
    rt_unsupported ("sigsuspend before main");
  uint64_t old = t->signal_mask;
  signals_announce_change (pc);
  if (mask)
    t->signal_mask = *mask;
  timers_waited (~t->signal_mask);
  signals_begin (NATIVE_SIGSUSPEND, pc);
  t->object = signals_object ();
  t->ready = has_unblocked;
  cancel_while_waiting (t);
  t->op.guarded = true;
  rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  spin_broken (t);
  signals_deliver_kept (t, pc);
  signals_announce_change (pc);
  t->signal_mask = old;
  signals_deliver_kept (t, pc);         /* those that only `mask` had blocked */
  return files_fail (EINTR);
}

EXPORT int
sigsuspend (const sigset_t *set)
{
  uint64_t mask = signals_read_set (set, CALLER);
  return suspend (&mask, CALLER);
}

EXPORT int
pause (void)
{
  return suspend (NULL, CALLER);
}
