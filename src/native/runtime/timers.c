/* Timers: none goes off. Where the signal would end the process (a watchdog) only
 * that end is not explored, and a note says so. Where a handler would run, or
 * somebody waits for the signal, what follows is part of the program: then the
 * verdict is not ok. */

#include "native/runtime/rt.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/mutant.h"
#include "native/runtime/signal_parts.h"

static uint64_t set;              /* signals of timers, a bit each; in the program's memory */

static void
timer_set (int number, const char *function, uint64_t pc)
{
  if (!rt || !rt->current)
    return;
  set |= (uint64_t) 1 << (number - 1);
  spin_broken (rt->current);
  if (signals_has_handler (number) && !MUTANT (runtime_timer_handled))
    rt_unexplored (pc, "%s: timers do not go off in a check, so that the handler of SIG%s is not run", function, sigabbrev_np (number));
  else
    rt_note ("%s: timers do not go off in a check", function);
}

void
timers_handled (int number, uint64_t pc)
{
  if (set & (uint64_t) 1 << (number - 1))
    rt_unexplored (pc, "timers do not go off in a check, so that the handler of SIG%s is not run", sigabbrev_np (number));
}

void
timers_waited (uint64_t signals)
{
  if (set & signals)
    rt_unsupported ("waiting for the signal of a timer");
}

unsigned
alarm (unsigned seconds)
{
  if (seconds)
    timer_set (SIGALRM, "alarm", CALLER);
  return 0;
}

int
setitimer (__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old)
{
  uint64_t pc = CALLER;
  if (new) {
    rt_plain (new, sizeof *new, false, pc);
    if (new->it_value.tv_sec || new->it_value.tv_usec)
      timer_set (which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF, "setitimer", pc);
  }
  if (old) {
    rt_plain (old, sizeof *old, true, pc);
    *old = (struct itimerval) {0};
  }
  return 0;
}
