/* How threads stop for good. */

#include "native/runtime/rt.h"

#include <stdarg.h>
#include <stdio.h>

static _Noreturn void
leave (struct rt_thread *t, enum rt_state state)
{
  t->state = state;
  t->failed_at = rt->failure.pc;
  rt->run.section = NULL;
  rt_give_way (t);
  __builtin_trap ();              /* nobody comes back */
}

_Noreturn void
rt_end_thread (struct rt_thread *t)
{
  leave (t, RT_ENDED);
}

_Noreturn void
rt_cut (void)
{
  rt->run.cut = true;
  leave (rt->current, RT_CUT);
}

_Noreturn void
rt_spin (struct rt_thread *t)
{
  if (t->inside)
    rt_fail (FINDING_API_MISUSE, "an atomic section waits inside");
  leave (t, RT_SPINS);
}

_Noreturn void
rt_fail (enum finding_kind kind, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  vsnprintf (rt->failure.text, sizeof rt->failure.text, format, args);
  va_end (args);
  rt->failure.exec.kind = kind;
  rt->failure.exec.message = rt->failure.text;
  rt->run.failed = true;
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_abandon (void)
{
  leave (rt->current, RT_FAILED);
}

_Noreturn void
rt_unsupported (const char *function)
{
  if (rt && rt->current)
    rt_fail (FINDING_API_MISUSE, "%s is not supported", function);
  fprintf (stderr, "mazurka: %s is not supported\n", function);
  rt_quit (3);
}
