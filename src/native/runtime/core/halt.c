/* How threads stop for good. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "native/runtime/records/seal.h"
#include "native/runtime/core/sys.h"
#include "native/runtime/state/watch.h"
#include "native/runtime/records/wire_writer.h"

static _Noreturn void
leave (struct rt_thread *t, enum rt_state state)
{
  assert (t == rt->current && t->state == RT_ALIVE && !rt->trial);
  assert (state != RT_ABSENT && state != RT_ALIVE);
  t->state = state;
  t->failed_at = rt->failure.pc;
  rt->run.section = NULL;
  rt_give_way (t);
  rt_internal_error ("internal error: thread %u goes on after its end", t->id);
}

_Noreturn void
rt_end_thread (struct rt_thread *t)
{
  leave (t, RT_ENDED);
}

_Noreturn void
rt_cut (void)
{
  trial_stop ();
  rt->run.cut = true;
  leave (rt->current, RT_CUT);
}

/* If a thread stopped at an assumption that does not hold, the section may wait for it: then this is no execution of the
 * program, and no finding. */
_Noreturn void
rt_section_waits (void)
{
  if (rt->run.cut)
    rt_cut ();
  rt_fail (FINDING_API_MISUSE, "an atomic section waits inside");
}

_Noreturn void
rt_spin (struct rt_thread *t)
{
  if (t->inside)
    rt_section_waits ();
  leave (t, RT_SPINS);
}

/* Defined by programs that are followed through waypoints (cli/follow.c): a failure before the last one is no finding. */
extern int mz_waypoints_left __attribute__ ((weak));

_Noreturn void
rt_fail (enum finding_kind kind, const char *format, ...)
{
  va_list args;
  assert (rt->current && rt->current->state == RT_ALIVE);
  if (&mz_waypoints_left && mz_waypoints_left > 0)
    rt_cut ();
  trial_stop ();
  va_start (args, format);
  vsnprintf (rt->failure.text, sizeof rt->failure.text, format, args);
  va_end (args);
  if (kind != FINDING_DATA_RACE && kind != FINDING_MEMORY)
    rt->failure.address = rt->failure.bytes = 0;
  if (kind == FINDING_ASSERTION)
    watch_blame_last_read ();
  rt->failure.exec.kind = kind;
  rt->failure.exec.message = rt->failure.text;
  rt->run.failed = true;
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_abandon (void)
{
  trial_stop ();
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_unsupported (const char *function)
{
  if (rt && rt->current) {
    trial_stop ();
    uint64_t caller = rt->failure.pc ? rt->failure.pc : signals_caller ();
    rt_unexplored (caller ? caller : rt->current->op.place, "%s is not supported", function);
    rt->failure.pc = 0;
    rt_cut ();
  }
  constructors_wanted ();
  rt_internal_error ("%s is not supported", function);
}

/* ---- mistakes and limits of the runtime itself ---- */

/* With a process for each execution the child leaves the text in shared memory, and
 * the explorer, which owns the pipe, sends it (forked.c). */
_Noreturn void
rt_internal_error (const char *format, ...)
{
  static bool again;
  char text[400];
  int out = rt ? rt->supervisor.out : seal_out ();
  bool is_child = rt && out >= 0 && (int) SYS_CALL (getpid, 0) != rt->forked.explorer_pid;
  if (again)
    rt_quit (RT_INTERNAL_STATUS);
  again = true;
  if (rt) {
    rt->current = NULL;           /* what follows is not executed by a thread of the program, */
    rt->trial = NULL;             /* and must not end a trial */
  }
  va_list args;
  va_start (args, format);
  int n = vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (is_child)
    rt_memcpy (rt->failure.text, text, sizeof text);
  else if (out >= 0)
    wire_send_error (out, text);
  else if (sys_write (2, text, n < (int) sizeof text ? (size_t) n : sizeof text - 1) > 0)
    sys_write (2, "\n", 1);
  rt_quit (RT_INTERNAL_STATUS);
}

_Noreturn void rt_assert_fail (const char *, const char *, unsigned, const char *);
_Noreturn void
rt_assert_fail (const char *text, const char *file, unsigned line, const char *function)
{
  rt_internal_error ("internal error: %s:%u: %s: %s does not hold", file, line, function, text);
}
