/* Signals that the program sends to itself. None comes from outside.
 *
 * A blocked signal is pending until it is accepted (sigwait) or unblocked
 * (sigsuspend, pthread_sigmask). A signal that a thread sends to itself and has not
 * blocked is delivered at once: its handler runs before the call returns. A handler
 * that would interrupt another thread, between any two of its instructions, is not
 * supported.
 *
 * All of these are operations on one object: masks, handlers, pending signals.
 * Programs that send no signal do not have these steps. */

#define _GNU_SOURCE 1
#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "native/runtime/sync/cancel.h"
#include "native/runtime/files/files.h"
#include "native/runtime/signals/signal_parts.h"
#include "native/runtime/sync/sync.h"

/* In the program's memory, so that constructors can set them. */
static struct sigaction actions[_NSIG];

uint64_t
signals_bit (int number)
{
  assert (number >= 1 && number < _NSIG);
  return (uint64_t) 1 << (number - 1);
}

static bool
is_number (int number)
{
  return number >= 1 && number < _NSIG;
}

/* Signals 32 and 33 are libc's own. */
static bool
is_programs (int number)
{
  return is_number (number) && (number < 32 || number >= SIGRTMIN);
}

#define NEVER_BLOCKED (signals_bit (SIGKILL) | signals_bit (SIGSTOP))
#define LIBCS (signals_bit (32) | signals_bit (33))
#define RESTORED 0x04000000       /* SA_RESTORER: set by libc, and returned by the kernel */
#define KEPT (SA_NOCLDSTOP | SA_NOCLDWAIT | SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER | SA_RESETHAND)   /* other flags are cleared */

/* The kernel's signal set is the first word of libc's. */
static uint64_t
bits_of (const sigset_t *set)
{
  return *(const uint64_t *) (const void *) set;
}

uint64_t
signals_read_set (const sigset_t *set, uint64_t pc)
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

void *
signals_object (void)
{
  return actions;
}

struct rt_thread *
signals_begin (enum native_op kind, uint64_t pc)
{
  struct rt_thread *t = op_begin (kind, pc);
  if (t)
    op_touch (t, actions, ACCESS_WRITE);
  return t;
}

/* For operations that create or end a thread, a possible receiver. */
void
signals_touch (struct rt_thread *t)
{
  if (rt->modes & RT_SIGNALS)
    op_touch (t, actions, ACCESS_READ);
}

/* Masks matter to other threads only if signals are sent. */
void
signals_announce_change (uint64_t pc)
{
  if (rt_caller () && rt->modes & RT_SIGNALS && !rt_caller ()->inside) {
    rt_announce (signals_begin (NATIVE_SIGNALS, pc));
    spin_broken (rt_caller ());
  }
}

/* Handlers belong to the process: a call that returns the old handler depends on earlier ones. */
static void
announce_action (bool changes, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  if (!t || (!t->id && !t->children) || t->inside)
    return;
  op_begin (NATIVE_SIGNALS, pc);
  op_touch (t, actions, changes ? ACCESS_WRITE : ACCESS_READ);
  rt_announce (t);
}

/* A signal that becomes ignored is not pending any more, blocked or not. */
static void
forget_ignored (int number)
{
  if (!rt || !signals_ignored (number))
    return;
  for (thread_id i = 0; i < rt->nthreads; i++)
    rt->threads[i].signals &= ~signals_bit (number);
  rt->run.signals &= ~signals_bit (number);
}

/* A change is progress of a loop, and ends a trial. */
static void
change_action (int number, const struct sigaction *action)
{
  assert (is_programs (number));
  struct sigaction *now = &actions[number];
  if (action->sa_handler == now->sa_handler && action->sa_flags == now->sa_flags && bits_of (&action->sa_mask) == bits_of (&now->sa_mask))
    return;
  trial_stop ();
  if (rt_caller ())
    spin_broken (rt_caller ());
  *now = *action;
  forget_ignored (number);
}

/* ---- delivery ---- */

bool
signals_ignored (int number)
{
  void (*handler) (int) = actions[number].sa_handler;
  bool by_default = number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
  return handler == SIG_IGN || (handler == SIG_DFL && by_default);
}

static _Noreturn void
end_process (int number, uint64_t pc)
{
  rt->failure.pc = pc;
  rt_fail (FINDING_CRASH, "the program raises signal %d (SIG%s)", number, sigabbrev_np (number) ? sigabbrev_np (number) : "?");
}

bool
signals_has_handler (int number)
{
  return actions[number].sa_handler != SIG_DFL && !signals_ignored (number);
}

siginfo_t
signals_info (int number, bool to_thread)
{
  bool by_kill = !to_thread;
  return (siginfo_t) {.si_signo = number, .si_code = by_kill ? SI_USER : SI_TKILL, .si_pid = getpid (), .si_uid = getuid ()};
}

/* Delivers it to the current thread, which has not blocked it. */
static void
deliver (int number, bool to_thread, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  struct sigaction a = actions[number];
  uint64_t mask = t->signal_mask;
  assert (!(mask & signals_bit (number)));
  if (signals_ignored (number))
    return;
  if (a.sa_handler == SIG_DFL)
    end_process (number, pc);
  if (a.sa_flags & SA_ONSTACK && t->signal_stack_bytes)
    rt_unsupported ("a signal handler on the stack of sigaltstack");
  if (a.sa_flags & SA_RESETHAND)
    actions[number].sa_handler = SIG_DFL;
  t->signal_mask |= bits_of (&a.sa_mask) | (a.sa_flags & SA_NODEFER ? 0 : signals_bit (number));
  siginfo_t info = signals_info (number, to_thread);
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction (number, &info, NULL);
  else
    a.sa_handler (number);
  signals_announce_change (pc);           /* the handler may have executed steps */
  t->signal_mask = mask;
}

static uint64_t
kept_for (const struct rt_thread *t)
{
  return (t->signals | rt->run.signals) & ~t->signal_mask;
}

/* The order in which several signals are delivered is not specified, so it is a choice. A signal that ends the process does
 * so before any handler runs. */
static int
choose_kept (uint64_t kept, uint64_t pc)
{
  uint64_t handled = 0;
  assert (kept);
  for (uint64_t left = kept; left; left &= left - 1)
    if (signals_has_handler (__builtin_ctzll (left) + 1))
      handled |= left & -left;
    else if (!signals_ignored (__builtin_ctzll (left) + 1))
      return __builtin_ctzll (left) + 1;
  if (handled & (handled - 1)) {
    for (uint32_t skip = rt_choose ((uint32_t) __builtin_popcountll (handled), pc); skip; skip--)
      handled &= handled - 1;
    signals_announce_change (pc);
  }
  return __builtin_ctzll (handled ? handled : kept) + 1;
}

void
signals_deliver_kept (struct rt_thread *t, uint64_t pc)
{
  for (uint64_t now; (now = kept_for (t)) != 0;) {
    int number = choose_kept (now, pc);
    uint64_t bit = signals_bit (number);
    if (!(kept_for (t) & bit))    /* another thread has accepted it meanwhile */
      continue;
    bool to_thread = t->signals & bit;
    *(to_thread ? &t->signals : &rt->run.signals) &= ~bit;
    deliver (number, to_thread, pc);
  }
}

static void
keep (uint64_t *kept, int number)
{
  if (*kept & signals_bit (number) && number >= SIGRTMIN)
    rt_unsupported ("a queue of real-time signals");
  *kept |= signals_bit (number);
}

static bool
lets_through (const struct rt_thread *t, int number)
{
  return !(t->signal_mask & signals_bit (number));
}

/* Signals that came while the handler ran, and were blocked by it, are delivered after it. */
static void
deliver_now (int number, bool to_thread, uint64_t pc)
{
  deliver (number, to_thread, pc);
  signals_deliver_kept (rt_caller (), pc);
}

/* Sends it to a thread, or to the process if this is its only thread that has not blocked it. */
static void
send_to (struct rt_thread *other, int number, bool to_thread, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  assert (is_number (number) && other->state == RT_ALIVE);
  if (other == t && lets_through (t, number))
    deliver_now (number, to_thread, pc);
  else if (!lets_through (other, number) || other->op.kind == NATIVE_SIGSUSPEND)
    keep (to_thread ? &other->signals : &rt->run.signals, number);
  else if (signals_ignored (number))
    return;
  else if (actions[number].sa_handler == SIG_DFL)
    end_process (number, pc);
  else
    rt_unsupported ("a signal handler that runs at any time in another thread");
}

/* Sends it to the process: any thread that has not blocked it may get it. */
static void
send_to_process (int number, uint64_t pc)
{
  struct rt_thread *only = NULL;
  uint32_t count = 0;
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *other = &rt->threads[i];
    if (other->state != RT_ALIVE || rt_has_ended (other) || !lets_through (other, number))
      continue;
    only = other;
    count++;
  }
  if (count > 1 && signals_has_handler (number))
    rt_unsupported ("a signal handler that any of several threads may run");
  if (count)
    send_to (only, number, false, pc);
  else
    keep (&rt->run.signals, number);
}

/* ---- sending ---- */

static struct rt_thread *
begin_sending (uint64_t pc)
{
  struct rt_thread *t = signals_begin (NATIVE_KILL, pc);
  if (!t)
    rt_unsupported ("sending a signal before main");
  rt_need (RT_SIGNALS);           /* before the restart changes of masks are not steps */
  spin_broken (t);
  return t;
}

EXPORT int
pthread_kill (pthread_t thread, int number)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = begin_sending (pc);
  if (number && !is_programs (number))
    return EINVAL;
  struct rt_thread *other = thread_find (thread);
  if (!other)
    return ESRCH;
  rt_announce (t);
  op_value ((uint64_t) number);
  if (number && other->state == RT_ALIVE && !rt_has_ended (other))
    send_to (other, number, true, pc);
  return 0;
}

EXPORT int
raise (int number)
{
  uint64_t pc = CALLER;
  struct rt_thread *t = begin_sending (pc);
  if (number && !is_programs (number))
    return files_fail (EINVAL);
  rt_announce (t);
  op_value ((uint64_t) number);
  if (number)
    send_to (t, number, true, pc);
  return 0;
}

ALSO (gsignal, raise);

/* For abort: the handler runs even if the signal is blocked; when it returns, the process ends. */
void
signals_abort (uint64_t pc)
{
  if (!signals_has_handler (SIGABRT))
    return;
  struct rt_thread *t = begin_sending (pc);
  rt_announce (t);
  op_value (SIGABRT);
  t->signal_mask &= ~signals_bit (SIGABRT);
  if (signals_has_handler (SIGABRT))
    deliver (SIGABRT, true, pc);
}

EXPORT int
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

/* ---- masks and handlers ---- */

static bool
may_be_set (int number, const struct sigaction *action)
{
  return is_programs (number) && !(action && (number == SIGKILL || number == SIGSTOP));
}

/* `action` and `old` may be in the runtime's own memory: the caller reports accesses to them. */
static void
set_action (int number, const struct sigaction *action, struct sigaction *old, uint64_t pc)
{
  assert (may_be_set (number, action));
  announce_action (action, pc);
  if (action && rt_caller () && action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL)
    rt_note ("sigaction: signals from outside are not delivered in a check; handlers run for those that the program sends itself");
  if (old)
    *old = actions[number];
  if (action) {
    struct sigaction kept = *action;
    kept.sa_flags = (int) (((unsigned) kept.sa_flags & (unsigned) KEPT) | RESTORED);
    *(uint64_t *) (void *) &kept.sa_mask &= ~NEVER_BLOCKED;
    change_action (number, &kept);
  }
  if (rt_caller () && signals_has_handler (number))
    timers_handled (number, pc);
}

EXPORT int
sigaction (int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
  if (!may_be_set (number, action))
    return files_fail (EINVAL);
  if (action)
    rt_plain (action, sizeof *action, false, CALLER);
  if (old)
    rt_plain (old, sizeof *old, true, CALLER);
  set_action (number, action, old, CALLER);
  return 0;
}

static __sighandler_t
set_handler (int number, __sighandler_t handler, int flags, uint64_t mask, uint64_t pc)
{
  struct sigaction old, new = {.sa_handler = handler, .sa_flags = flags};
  *(uint64_t *) (void *) &new.sa_mask = mask;
  if (handler == SIG_ERR || !may_be_set (number, &new)) {
    errno = EINVAL;
    return SIG_ERR;
  }
  set_action (number, &new, &old, pc);
  return old.sa_handler;
}

EXPORT __sighandler_t
signal (int number, __sighandler_t handler)
{
  return set_handler (number, handler, SA_RESTART, is_number (number) ? signals_bit (number) : 0, CALLER);
}

ALSO (bsd_signal, signal);
ALSO (ssignal, signal);

/* `signal` in programs compiled for the standard's semantics (System V's in glibc): a handler runs once. */
__sighandler_t sysv_signal (int, __sighandler_t);
EXPORT __sighandler_t
sysv_signal (int number, __sighandler_t handler)
{
  return set_handler (number, handler, SA_RESETHAND | SA_NODEFER, 0, CALLER);
}

ALSO (__sysv_signal, sysv_signal);

static int
change_mask (int how, const sigset_t *set, sigset_t *old, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  uint64_t mask = t ? t->signal_mask : 0, bits = set ? signals_read_set (set, pc) & ~NEVER_BLOCKED : 0;
  if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
    return EINVAL;
  if (!t && set)
    constructors_called_by (pc);
  if (old)
    give_set (old, mask, pc);
  if (!t || !set)
    return 0;
  if (how != SIG_UNBLOCK)
    bits &= ~LIBCS;
  signals_announce_change (pc);
  t->signal_mask = how == SIG_BLOCK ? mask | bits : how == SIG_UNBLOCK ? mask & ~bits : bits;
  signals_deliver_kept (t, pc);
  return 0;
}

void
signals_restore_mask (uint64_t bits, uint64_t pc)
{
  struct rt_thread *t = rt_caller ();
  if (t->signal_mask == bits)
    return;
  signals_announce_change (pc);
  t->signal_mask = bits;
  signals_deliver_kept (t, pc);
}

EXPORT int
pthread_sigmask (int how, const sigset_t *restrict set, sigset_t *restrict old)
{
  return change_mask (how, set, old, CALLER);
}

EXPORT int
sigprocmask (int how, const sigset_t *restrict set, sigset_t *restrict old)
{
  int error = change_mask (how, set, old, CALLER);
  return error ? files_fail (error) : 0;
}

EXPORT int
sigpending (sigset_t *set)
{
  struct rt_thread *t = rt_caller ();
  constructors_called_by (CALLED_FROM);
  signals_announce_change (CALLER);
  if (t)
    timers_asked (t->signal_mask, CALLER);
  give_set (set, t ? (t->signals | rt->run.signals) & t->signal_mask : 0, CALLER);
  return 0;
}
