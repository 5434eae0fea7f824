/* Signals of the kernel: a first write to a protected page (snapshot.c, tls.c) continues;
 * any other fault is a crash of the running thread, and ends that thread only. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/state/kernel.h"
#include "native/runtime/state/snapshot.h"
#include "native/runtime/core/sys.h"

#define ROOM (64u << 10)

static char *scratch;             /* a stack for leaving a thread whose own stack cannot be used */

/* ---- code addresses ---- */

/* Defined by the linker: the executable, and the runtime's code in it (see Makefile). */
extern char __executable_start[], _end[];
extern char __start_mz_text[] __attribute__ ((visibility ("hidden")));
extern char __stop_mz_text[] __attribute__ ((visibility ("hidden")));

bool
rt_is_programs (uintptr_t pc)
{
  bool ours = pc >= (uintptr_t) __start_mz_text && pc < (uintptr_t) __stop_mz_text;
  return pc >= (uintptr_t) __executable_start && pc < (uintptr_t) _end && !ours;
}

struct place { uint64_t pc; bool interrupted; };

static _Unwind_Reason_Code
look_for_place (struct _Unwind_Context *frame, void *context)
{
  struct place *p = context;
  int exact = 0;
  uintptr_t pc = _Unwind_GetIPInfo (frame, &exact);
  p->interrupted |= exact;        /* this frame and its callers were interrupted by the signal */
  if (!p->interrupted || !rt_is_programs (pc))
    return _URC_NO_REASON;
  p->pc = pc;
  return _URC_END_OF_STACK;
}

static uint64_t
unwind_to_program (bool interrupted)
{
  struct rt_thread *t = rt->current;
  struct place p = {.interrupted = interrupted};
  assert (t && !rt->unwound);
  rt->current = NULL;             /* accesses of the unwinder are not the program's */
  rt->unwound = t;
  _Unwind_Backtrace (look_for_place, &p);
  rt->unwound = NULL;
  rt->current = t;
  return p.pc;
}

uint64_t
signals_caller (void)
{
  return unwind_to_program (true);
}

/* Sets failure.pc to the program's instruction, or to its call of the library function that was interrupted. */
static void
find_place (uintptr_t pc)
{
  uint64_t caller = rt_is_programs (pc) ? 0 : unwind_to_program (false);
  rt->failure.pc = caller ? caller : pc + 1;
}

static void
leave_from_handler (ucontext_t *uc, void (*to) (void))
{
  uc->uc_mcontext.gregs[REG_RIP] = (greg_t) (uintptr_t) to;
  uc->uc_mcontext.gregs[REG_RSP] = (greg_t) (((uintptr_t) scratch + ROOM - 64) & ~(uintptr_t) 15) - 8;
  uc->uc_mcontext.gregs[REG_EFL] &= ~0x400;   /* clear DF, as the calling convention requires */
}

/* The current thread fails at the interrupted instruction. */
static __attribute__ ((noinline)) void   /* a debugger stops here */
fail_from_handler (enum finding_kind kind, ucontext_t *uc)
{
  assert (rt->current && rt->current->state == RT_ALIVE && !rt->trial);
  rt->failure.exec = (struct exec_failure) {.kind = kind, .message = rt->failure.text};
  rt->run.failed = true;
  find_place ((uintptr_t) uc->uc_mcontext.gregs[REG_RIP]);
  leave_from_handler (uc, rt_abandon);
}

/* ---- crashes ---- */

static const char *
signal_text (int number)
{
  switch (number) {
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
  return address >= low && address < low + RT_STACK_GUARD;
}

/* The kernel's struct sigaction. The restorer is the runtime's own, because system calls of libc's code are trapped
 * (kernel.c). Unwinders recognise it by its bytes, if no unwind table covers it, and gdb by its name. */
struct kernel_action { void (*handler) (int, siginfo_t *, void *); unsigned long flags; void (*restorer) (void); uint64_t mask; };
__asm__ (".text\n"
         "  nop\n"
         "  .balign 16\n"
         "  nop\n"
         ".type __restore_rt, @function\n"
         "__restore_rt:\n"
         "  movq $15, %rax\n"
         "  syscall\n"
         ".size __restore_rt, .-__restore_rt\n");
void __restore_rt (void);

static void
install (int number, void (*handler) (int, siginfo_t *, void *), unsigned long flags)
{
  const unsigned long has_restorer = 0x04000000;
  struct kernel_action a = {handler, handler ? flags | SA_SIGINFO | SA_ONSTACK | has_restorer : 0, __restore_rt, 0};
  SYS_CALL (rt_sigaction, number, &a, NULL, sizeof a.mask);
}

void
signals_install (int number, void (*handler) (int, siginfo_t *, void *))
{
  install (number, handler, SA_NODEFER);
}

/* Requests of the supervisor: end soon; or, without progress for a long time, report where the thread is. */
static void
handle_request (int number, siginfo_t *info, void *context)
{
  (void) info;
  rt->interrupt = 1;
  if (rt->forked.active && rt->forked.child_pid && SYS_CALL (getpid, 0) == rt->forked.explorer_pid) {
    if (number == WIRE_SIGNAL_WHERE)
      SYS_CALL (kill, rt->forked.child_pid, number);
    return;
  }
  if (number != WIRE_SIGNAL_WHERE || !rt->current)
    return;
  if (rt->trial) {
    leave_from_handler (context, rt_abandon);
    return;
  }
  const ucontext_t *uc = context;
  find_place ((uintptr_t) uc->uc_mcontext.gregs[REG_RIP]);
  rt_unexplored (rt->failure.pc, "thread %u ran for seconds without a visible operation (busy-waiting on a non-atomic variable?)", rt->current->id);
  rt->failure.pc = 0;
  leave_from_handler (context, rt_cut);
}

static void
handle_crash (int number, siginfo_t *info, void *context)
{
  uintptr_t address = (uintptr_t) info->si_addr;
  if (number == SIGSEGV && (snapshot_fault (address) || tls_fault (address)))
    return;
  if (rt && rt->trial) {
    leave_from_handler (context, rt_abandon);
    return;
  }
  if (rt && rt->unwound) {            /* the unwinder has met a damaged stack */
    rt->current = rt->unwound;
    rt->unwound = NULL;
    leave_from_handler (context, rt_abandon);
    return;
  }
  struct rt_thread *t = rt ? rt->current : NULL;
  if (!t && rt)
    rt_internal_error ("internal error: signal %d in the runtime", number);
  if (!t) {                       /* before main: it happens again, and ends the process */
    install (number, NULL, 0);
    return;
  }
  bool memory = number == SIGSEGV || number == SIGBUS;
  if (memory && in_guard (t, address))
    snprintf (rt->failure.text, sizeof rt->failure.text, "stack overflow");
  else if (memory && info->si_code > 0 && info->si_code != SI_KERNEL)
    snprintf (rt->failure.text, sizeof rt->failure.text, "%s at address %#lx", signal_text (number), (unsigned long) address);
  else
    snprintf (rt->failure.text, sizeof rt->failure.text, "%s", signal_text (number));
  fail_from_handler (FINDING_CRASH, context);
}

void
signals_init (void)
{
  assert (!scratch);
  scratch = own_alloc (ROOM);
  stack_t stack = {.ss_sp = own_alloc (ROOM), .ss_size = ROOM};
  SYS_CALL (sigaltstack, &stack, NULL);
  const int all[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    signals_install (all[i], handle_crash);
  install (WIRE_SIGNAL_END, handle_request, SA_RESTART);
  install (WIRE_SIGNAL_WHERE, handle_request, SA_RESTART);
}
