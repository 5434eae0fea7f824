/* A process for each execution, for programs that use sockets and other kernel objects.
 *
 * The exploration stays in a process that never executes main. Each rewind ends
 * the child and forks a new one, which repeats the steps that remain and then
 * executes one step for each command. The checker's own memory is shared between
 * the two, and they never run at the same time; the program's memory is the
 * child's alone, so after each step the child publishes which threads are enabled,
 * and with how many alternatives.
 *
 *     exploration                        child
 *     writes a byte ───────────────────► reads it, executes rt->forked.command
 *     reads a byte ◄──────────────────── publishes, writes one
 *
 * That the program needs this is known only after the checker's memory was mapped
 * as private: so the supervisor starts the program again. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "native/runtime/core/coroutine.h"
#include "native/runtime/core/exec.h"
#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/records/wire_writer.h"

#define FIRST_FD 220              /* far from the descriptors of the program */

_Noreturn void
forked_start (void)
{
  seal_again (true, constructors_are_deferred ());
}

/* ---- the child ---- */

static void
publish (void)
{
  for (thread_id i = 0; i < rt->nthreads; i++) {
    struct rt_thread *t = &rt->threads[i];
    if (t->state == RT_SPINS)
      t->is_stuck = spin_is_stuck (t);
    if (t->state != RT_ALIVE)
      continue;
    t->can_go = rt_ready (t);
    t->nways = t->can_go && t->ways ? t->ways (t) : 1;
    t->held_by = t->holder ? t->holder (t->object) : 0;
  }
}

static _Noreturn void
serve (int fd)
{
  char byte = 0;
  SYS_CALL (prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (SYS_CALL (getppid, 0) != rt->forked.explorer_pid)
    rt_quit (0);                  /* the explorer ended before the prctl */
  rt->fs_now = rt->explorer_fs;
  for (;;) {
    if (rt->forked.command.is_step)
      native_run_step (&rt->threads[rt->forked.command.thread], rt->forked.command.alternative);
    else
      replay_again (rt->forked.command.depth);
    publish ();
    if (SYS_CALL (write, fd, &byte, 1) != 1 || SYS_CALL (read, fd, &byte, 1) != 1)
      rt_quit (0);
  }
}

/* ---- the exploration ---- */

static void
end_child (void)
{
  if (!rt->forked.child_pid)
    return;
  SYS_CALL (kill, rt->forked.child_pid, SIGKILL);
  SYS_CALL (wait4, rt->forked.child_pid, NULL, 0, NULL);
  SYS_CALL (close, rt->forked.child_fd);
  rt->forked.child_pid = 0;
}

/* The child has ended in a step or before it, and with it the execution. */
static void
child_is_gone (void)
{
  int status = 0;
  SYS_CALL (wait4, rt->forked.child_pid, &status, 0, NULL);
  SYS_CALL (close, rt->forked.child_fd);
  rt->forked.child_pid = 0;
  if (WIFEXITED (status) && WEXITSTATUS (status) == RT_INTERNAL_STATUS)
    rt_internal_error ("%s", rt->failure.text);
  if (!WIFSIGNALED (status) || WTERMSIG (status) == SIGKILL || WTERMSIG (status) == SIGSYS) {   /* perhaps out of memory, or ended by the fence */
    const char *const what = "the process of an execution is gone without a word";
    if (rt->current)
      rt_unexplored (rt->current->op.place, "%s", what);
    rt_internal_error ("%s", what);
  }
  snprintf (rt->failure.text, sizeof rt->failure.text, "the process is killed by signal %d (%s)", WTERMSIG (status), strsignal (WTERMSIG (status)));
  rt->failure.exec = (struct exec_failure) {.kind = FINDING_CRASH, .message = rt->failure.text};
  if (rt->current)
    rt->current->state = RT_FAILED;
  rt->current = NULL;
  rt->run.failed = rt->run.exited = true;
}

/* Waits for the child; true: it has executed the command. */
static bool
await (void)
{
  char byte;
  long n;
  while ((n = SYS_CALL (read, rt->forked.child_fd, &byte, 1)) == -EINTR)
    ;
  if (n == 1)
    return true;
  child_is_gone ();
  return false;
}

/* Tells the supervisor that the program runs in children only, so that it lets this process fork (fence.h). */
static void
begin (void)
{
  struct wire_writer w = {.out = rt->supervisor.out};
  rt->forked.has_begun = true;
  wire_send_hello (&w);
  VEC_FREE (w.record);
}

void
forked_fresh (void)
{
  int fds[2];
  assert (rt->forked.active && !rt->forked.command.is_step);
  end_child ();
  assert (!rt->forked.child_pid);
  if (!rt->forked.has_begun)
    begin ();
  if (SYS_CALL (socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
    mem_out (0);
  for (int i = 0; i < 2; i++) {
    int high = (int) SYS_CALL (fcntl, fds[i], 1030 /* F_DUPFD_CLOEXEC */, FIRST_FD);
    SYS_CALL (close, fds[i]);
    fds[i] = high;
  }
  long pid = SYS_CALL (fork, 0);
  if (pid < 0)
    mem_out (0);
  if (pid == 0) {
    SYS_CALL (close, fds[0]);
    serve (fds[1]);
  }
  SYS_CALL (close, fds[1]);
  rt->forked.child_pid = (int) pid;
  rt->forked.child_fd = fds[0];
  if (!await ())
    rt->replay.broken = true;
}

void
forked_step (void)
{
  assert (rt->forked.active && rt->forked.command.is_step);
  char byte = 0;
  if (rt->forked.child_pid && SYS_CALL (write, rt->forked.child_fd, &byte, 1) == 1)
    await ();
}
