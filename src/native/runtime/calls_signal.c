/* Signals that the program sends to itself. None comes from outside.
 *
 * A signal that its thread has blocked is kept until somebody takes it
 * (sigwait), or lets it through (sigsuspend, pthread_sigmask). One that the
 * sender itself has not blocked is delivered at once: its handler runs before
 * the call returns. A handler that would run in another thread, which could be
 * between any two of its instructions, is not explored.
 *
 * All of these are operations on one object: masks, handlers, what is kept.
 * Programs that send no signal do not have the steps. */

#define _GNU_SOURCE 1
#include "native/runtime/rt.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/mutant.h"
#include "native/runtime/cancel.h"
#include "native/runtime/files.h"
#include "native/runtime/sync.h"

/* In the program's memory, so that constructors can set some. */
static struct sigaction actions[_NSIG];

static struct rt_thread *
self (void)
{
  return rt ? rt->current : NULL;
}

static uint64_t
bit_of (int number)
{
  return (uint64_t) 1 << (number - 1);
}

static bool
is_number (int number)
{
  return number >= 1 && number < _NSIG;
}

/* The kernel's set, which is the first word of libc's. */
static uint64_t
bits_of (const sigset_t *set)
{
  return *(const uint64_t *) (const void *) set;
}

static uint64_t
read_set (const sigset_t *set, uint64_t pc)
{
  rt_plain (set, sizeof (uint64_t), false, pc);
  return bits_of (set);
}

static void
give_set (sigset_t *to, uint64_t bits, uint64_t pc)
{
  rt_plain (to, sizeof *to, true, pc);
  sigemptyset (to);
  *(uint64_t *) (void *) to = bits;
}

/* ---- operations ---- */

static struct rt_thread *
begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (t)
    op_touch (t, actions, MUTANT (runtime_signals_independent) ? ACCESS_READ : ACCESS_WRITE);
  return t;
}

/* Who is there to be sent one. */
void
signals_touch (struct rt_thread *t)
{
  if (rt->modes & RT_SIGNALS)
    op_touch (t, actions, ACCESS_READ);
}

/* Masks and handlers are somebody else's business only where signals are sent. */
static void
announce_change (uint64_t pc)
{
  if (self () && rt->modes & RT_SIGNALS && !self ()->inside) {
    rt_announce (begin (NATIVE_SIGNALS, pc));
    spin_broken (self ());
  }
}

/* ---- delivery ---- */

static bool
is_ignored (int number)
{
  void (*handler) (int) = actions[number].sa_handler;
  bool by_default = (number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) && !MUTANT (runtime_default_ignored);
  return handler == SIG_IGN || (handler == SIG_DFL && by_default);
}

static _Noreturn void
end_process (int number, uint64_t pc)
{
  rt->failure.pc = pc;
  rt_fail (FINDING_CRASH, "the program raises signal %d (SIG%s)", number, sigabbrev_np (number) ? sigabbrev_np (number) : "?");
}

/* In the current thread, which has not blocked it. */
static void
deliver (int number, uint64_t pc)
{
  struct rt_thread *t = self ();
  struct sigaction a = actions[number];
  uint64_t mask = t->signal_mask;
  if (is_ignored (number))
    return;
  if (a.sa_handler == SIG_DFL)
    end_process (number, pc);
  if (a.sa_flags & SA_RESETHAND)
    actions[number].sa_handler = SIG_DFL;
  t->signal_mask |= bits_of (&a.sa_mask) | (a.sa_flags & SA_NODEFER ? 0 : bit_of (number));
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction (number, &(siginfo_t) {.si_signo = number, .si_code = SI_TKILL, .si_pid = getpid ()}, NULL);
  else
    a.sa_handler (number);
  announce_change (pc);           /* the handler may have had steps */
  if (!MUTANT (runtime_handler_mask))
    t->signal_mask = mask;
}

/* What is kept and not blocked any more. */
static void
deliver_kept (struct rt_thread *t, uint64_t pc)
{
  for (uint64_t now; (now = (t->signals | rt->run.signals) & ~t->signal_mask) != 0;) {
    int number = __builtin_ctzll (now) + 1;
    if (t->signals & bit_of (number))
      t->signals &= ~bit_of (number);
    else
      rt->run.signals &= ~bit_of (number);
    deliver (number, pc);
  }
}

static void
keep (uint64_t *kept, int number)
{
  if (*kept & bit_of (number) && number >= SIGRTMIN)
    rt_unsupported ("a queue of real-time signals");
  if (!MUTANT (runtime_kept_lost))
    *kept |= bit_of (number);
}

static bool
lets_through (const struct rt_thread *t, int number)
{
  return !(t->signal_mask & bit_of (number));
}

/* To one thread. */
static void
send_to (struct rt_thread *other, int number, uint64_t pc)
{
  struct rt_thread *t = self ();
  if (other == t && lets_through (t, number))
    deliver (number, pc);
  else if (!lets_through (other, number) || other->op.kind == NATIVE_SIGSUSPEND)
    keep (&other->signals, number);
  else if (is_ignored (number))
    return;
  else if (actions[number].sa_handler == SIG_DFL)
    end_process (number, pc);
  else
    rt_unsupported ("a signal handler that runs at any time in another thread");
}

/* To the process: any thread that has not blocked it may be the one. */
static void
send_to_process (int number, uint64_t pc)
{
  struct rt_thread *only = NULL;
  uint32_t count = 0;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    if (other->state != RT_ALIVE || !lets_through (other, number))
      continue;
    only = other;
    count++;
  }
  bool runs = actions[number].sa_handler != SIG_DFL && !is_ignored (number);
  if (count > 1 && runs)
    rt_unsupported ("a signal handler that any of several threads may run");
  if (count)
    send_to (only, number, pc);
  else
    keep (&rt->run.signals, number);
}

/* ---- sending ---- */

static struct rt_thread *
begin_sending (uint64_t pc)
{
  struct rt_thread *t = begin (NATIVE_KILL, pc);
  if (!t)
    __builtin_trap ();            /* before main */
  rt_need (RT_SIGNALS);           /* until now no change of a mask was a step */
  spin_broken (t);
  return t;
}

int
pthread_kill (pthread_t thread, int number)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = begin_sending (pc);
  if (number && !is_number (number))
    return EINVAL;
  if (!thread || thread > rt->nthreads || rt->threads[thread - 1].state == RT_ABSENT)
    return ESRCH;
  struct rt_thread *other = &rt->threads[thread - 1];
  rt_announce (t);
  op_value ((uint64_t) number);
  if (number && other->state == RT_ALIVE)
    send_to (other, number, pc);
  return 0;
}

int
raise (int number)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = begin_sending (pc);
  if (number && !is_number (number))
    return files_fail (EINVAL);
  rt_announce (t);
  op_value ((uint64_t) number);
  if (number)
    send_to (t, number, pc);
  return 0;
}

int
kill (pid_t process, int number)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = begin_sending (pc);
  if (process != getpid () && process)
    rt_unsupported ("kill of another process");
  if (number && !is_number (number))
    return files_fail (EINVAL);
  rt_announce (t);
  op_value ((uint64_t) number);
  if (number)
    send_to_process (number, pc);
  return 0;
}

/* ---- waiting ---- */

static uint64_t
found (const struct rt_thread *t)
{
  return (t->signals | rt->run.signals) & (MUTANT (runtime_sigwait_any) ? UINT64_MAX : t->count);
}

static bool
has_signal (struct rt_thread *t)
{
  return found (t);
}

/* Which of several is taken is not defined; here the one with the lowest number
 * comes first, as in the kernel, of the thread's own and then of the process's. */
static int
take_signal (struct rt_thread *t)
{
  uint64_t own = MUTANT (runtime_take_process_first) && rt->run.signals & t->count ? 0 : t->signals & t->count;
  int number = __builtin_ctzll (own ? own : rt->run.signals & t->count) + 1;
  *(own ? &t->signals : &rt->run.signals) &= ~bit_of (number);
  return number;
}

/* 0: the time is over. */
static int
wait_for (const sigset_t *set, const struct timespec *time, uint64_t pc)
{
  uint64_t wanted = read_set (set, pc);
  struct rt_thread *t = begin (NATIVE_SIGWAIT, pc);
  if (!t)
    rt_unsupported ("sigwait before main");
  t->count = wanted;
  t->object = actions;
  if (time)
    spin_before (t, (uintptr_t) &rt->run.signals);
  else
    t->ready = has_signal;
  if (!MUTANT (runtime_sigwait_uncancelled))
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
  spin_broken (t);
  int number = take_signal (t);
  op_value ((uint64_t) number);
  return number;
}

int
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
  if (info) {
    rt_plain (info, sizeof *info, true, pc);
    *info = (siginfo_t) {.si_signo = number, .si_code = SI_TKILL, .si_pid = getpid ()};
  }
  return number;
}

int
sigwaitinfo (const sigset_t *restrict set, siginfo_t *restrict info)
{
  return wait_for_info (set, info, NULL, CALLER);
}

int
sigtimedwait (const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time)
{
  return wait_for_info (set, info, time, CALLER);
}

/* Until a handler has run: those that are ignored do not count. */
static bool
has_unblocked (struct rt_thread *t)
{
  for (uint64_t now = (t->signals | rt->run.signals) & ~(MUTANT (runtime_suspend_any) ? 0 : t->signal_mask); now; now &= now - 1)
    if (!is_ignored (__builtin_ctzll (now) + 1))
      return true;
  return false;
}

static int
suspend (const uint64_t *mask, uint64_t pc)
{
  cancel_point (pc);
  struct rt_thread *t = self ();
  if (!t)
    rt_unsupported ("sigsuspend before main");
  uint64_t old = t->signal_mask;
  announce_change (pc);
  if (mask)
    t->signal_mask = *mask;
  begin (NATIVE_SIGSUSPEND, pc);
  t->object = actions;
  t->ready = has_unblocked;
  cancel_while_waiting (t);
  t->op.guarded = true;
  rt_announce (t);
  if (cancel_chosen (t))
    cancel_end (t);
  spin_broken (t);
  deliver_kept (t, pc);
  announce_change (pc);
  if (!MUTANT (runtime_suspend_mask))
    t->signal_mask = old;
  return files_fail (EINTR);
}

int
sigsuspend (const sigset_t *set)
{
  uint64_t mask = read_set (set, CALLER);
  return suspend (&mask, CALLER);
}

int
pause (void)
{
  return suspend (NULL, CALLER);
}

/* ---- masks and handlers ---- */

int
sigaction (int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
  if (!is_number (number) || (action && (number == SIGKILL || number == SIGSTOP)))
    return files_fail (EINVAL);
  if (action)
    rt_plain (action, sizeof *action, false, CALLER);
  if (old)
    rt_plain (old, sizeof *old, true, CALLER);
  announce_change (CALLER);
  if (action && self () && action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL)
    rt_note ("sigaction: signals from outside are not delivered in a check; handlers run for those that the program sends itself");
  if (old)
    *old = actions[number];
  if (action)
    actions[number] = *action;
  return 0;
}

__sighandler_t
signal (int number, __sighandler_t handler)
{
  struct sigaction old, new = {.sa_handler = handler, .sa_flags = SA_RESTART};
  return sigaction (number, &new, &old) ? SIG_ERR : old.sa_handler;
}

/* What `signal` is called in programs that ask for the standard's own meaning. */
ALSO (__sysv_signal, signal);
ALSO (bsd_signal, signal);

static int
change_mask (int how, const sigset_t *set, sigset_t *old, uint64_t pc)
{
  struct rt_thread *t = self ();
  uint64_t mask = t ? t->signal_mask : 0, bits = set ? read_set (set, pc) & ~(bit_of (SIGKILL) | bit_of (SIGSTOP)) : 0;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  if (old)
    give_set (old, mask, pc);
  if (!t || !set)
    return 0;
  announce_change (pc);
  t->signal_mask = how == SIG_BLOCK ? (MUTANT (runtime_block_replaces) ? 0 : mask) | bits : how == SIG_UNBLOCK ? mask & ~bits : bits;
  if (!MUTANT (runtime_unblock_late))
    deliver_kept (t, pc);
  return 0;
}

int
pthread_sigmask (int how, const sigset_t *restrict set, sigset_t *restrict old)
{
  return change_mask (how, set, old, CALLER);
}

int
sigprocmask (int how, const sigset_t *restrict set, sigset_t *restrict old)
{
  int error = change_mask (how, set, old, CALLER);
  return error ? files_fail (error) : 0;
}

int
sigpending (sigset_t *set)
{
  struct rt_thread *t = self ();
  announce_change (CALLER);
  give_set (set, t ? (t->signals | (MUTANT (runtime_pending_own) ? 0 : rt->run.signals)) & t->signal_mask : 0, CALLER);
  return 0;
}
