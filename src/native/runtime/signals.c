/* Signals: a first write to a protected page of the snapshot goes on; what
 * else is a crash of the thread that runs, and ends that thread only. */

#include "native/runtime/rt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/mem.h"

#define ROOM (64u << 10)

static char *scratch;             /* a stack for leaving a thread whose own is no good */

/* Runs on the scratch stack, out of the handler. */
static void
abandon (void)
{
  rt->current->state = RT_FAILED;
  void *nowhere;
  rt_switch (&nowhere, rt->explorer_sp);
}

static const char *
signal_text (int signal)
{
  switch (signal) {
  case SIGSEGV: return "invalid memory access (SIGSEGV)";
  case SIGBUS: return "invalid memory access (SIGBUS)";
  case SIGFPE: return "arithmetic error, such as division by zero (SIGFPE)";
  case SIGILL: return "illegal instruction (SIGILL)";
  default: return "trap (SIGTRAP)";
  }
}

static bool
in_guard (const struct rt_thread *t, uintptr_t address)
{
  uintptr_t low = RT_STACKS + (uintptr_t) t->id * RT_STACK_ROOM;
  return address >= low && address < low + 65536;
}

/* Leaves the thread that runs, which has failed so. */
static void
fail_here (ucontext_t *uc, enum finding_kind kind)
{
  rt->failure = (struct exec_failure) {.kind = kind, .message = rt->message};
  rt->failure_pc = (uint64_t) uc->uc_mcontext.gregs[REG_RIP] + 1;
  rt->run.failed = true;
  uc->uc_mcontext.gregs[REG_RIP] = (greg_t) (uintptr_t) abandon;
  uc->uc_mcontext.gregs[REG_RSP] = (greg_t) (((uintptr_t) scratch + ROOM - 64) & ~(uintptr_t) 15) - 8;
}

/* The supervisor's: end soon; and, after a long silence, say where. */
static void
handle_request (int signal, siginfo_t *info, void *context)
{
  (void) info;
  rt->interrupt = 1;
  if (signal != WIRE_SIGNAL_WHERE || !rt->current)
    return;
  snprintf (rt->message, sizeof rt->message, "thread %u runs on and on without reaching another operation", rt->current->id);
  fail_here (context, FINDING_LIVELOCK);
}

static void
handle (int signal, siginfo_t *info, void *context)
{
  uintptr_t address = (uintptr_t) info->si_addr;
  if (signal == SIGSEGV && snapshot_fault (address))
    return;
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t) {
    static const char text[] = "mazurka: internal error in the checked program's runtime\n";
    if (write (2, text, sizeof text - 1) < 0)
      _Exit (4);
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction (signal, &plain, NULL);
    return;                       /* it happens again, and ends the process */
  }
  ucontext_t *uc = context;
  bool memory = signal == SIGSEGV || signal == SIGBUS;
  if (memory && in_guard (t, address))
    snprintf (rt->message, sizeof rt->message, "stack overflow");
  else if (memory)
    snprintf (rt->message, sizeof rt->message, "%s at address %#lx", signal_text (signal), (unsigned long) address);
  else
    snprintf (rt->message, sizeof rt->message, "%s", signal_text (signal));
  fail_here (uc, FINDING_CRASH);
}

void
signals_init (void)
{
  scratch = own_alloc (ROOM);
  stack_t stack = {.ss_sp = own_alloc (ROOM), .ss_size = ROOM};
  sigaltstack (&stack, NULL);
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  const int all[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    sigaction (all[i], &action, NULL);
  struct sigaction request = {.sa_sigaction = handle_request, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigaction (WIRE_SIGNAL_END, &request, NULL);
  sigaction (WIRE_SIGNAL_WHERE, &request, NULL);
}
