/* Failures and assumptions of programs: assert, abort, mz_assume and SV-COMP's names for them. */

#include "native/runtime/core/rt.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "native/runtime/core/sys.h"

/* ---- failing ---- */

static _Noreturn void
assertion (const char *text, const char *file, unsigned line, uint64_t pc)
{
  if (!rt || !rt->current) {
    char said[400];
    constructors_wanted ();
    int n = snprintf (said, sizeof said, "%s:%u: assertion failed: %s\n", file, line, text);
    sys_write (2, said, n < (int) sizeof said ? (size_t) n : sizeof said - 1);
    abort ();
  }
  rt->failure.pc = pc;
  rt->failure.exec.pos = (struct pos) {.file = file, .line = (int) line};
  rt_fail (FINDING_ASSERTION, "assertion failed: %s", text);
}

_Noreturn void mz_assert_fail (const char *, const char *, unsigned, const char *);
EXPORT _Noreturn void
mz_assert_fail (const char *text, const char *file, unsigned line, const char *function)
{
  (void) function;
  assertion (text, file, line, CALLER);
}

/* An alias: of a second function with the same body the compiler would make a call of the first, whose
 * caller would then be in this file. */
EXPORT _Noreturn void __assert_fail (const char *, const char *, unsigned, const char *) __attribute__ ((alias ("mz_assert_fail")));

EXPORT void
abort (void)
{
  if (!rt || !rt->current) {
    constructors_called_by (CALLED_FROM);   /* then abort is called in an execution, and is a finding */
    SYS_CALL (kill, SYS_CALL (getpid, 0), SIGABRT);
    __builtin_trap ();
  }
  uint64_t pc = CALLER;
  signals_abort (pc);
  rt->failure.pc = pc;
  rt_fail (FINDING_CRASH, "the program calls abort");
}

/* SV-COMP's programs define reach_error, mostly with an empty body: the call is the
 * error. build.c links calls of these names to the functions below. */
static _Noreturn void
reached (const char *name, uint64_t pc)
{
  if (!rt || !rt->current)
    abort ();
  rt->failure.pc = pc;
  rt_fail (FINDING_ASSERTION, "%s is reached", name);
}

void mz_reach_error (void);
EXPORT void
mz_reach_error (void)
{
  reached ("reach_error", CALLER);
}

void mz_verifier_error (void);
EXPORT void
mz_verifier_error (void)
{
  reached ("__VERIFIER_error", CALLER);
}

/* ---- assuming ---- */

void mz_assume (int);
EXPORT void
mz_assume (int holds)
{
  if (!holds && rt && rt->current)
    rt_cut ();
}
