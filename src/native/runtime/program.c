/* How programs end, fail and assume: assert, abort, atexit, mz_assume
 * and SV-COMP's names for them. */

#include "native/runtime/rt.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mutant.h"

/* ---- failing ---- */

static _Noreturn void
assertion (const char *text, const char *file, unsigned line, uint64_t pc)
{
  if (!rt || !rt->current)
    abort ();
  rt->failure.pc = pc;
  rt->failure.exec.pos = (struct pos) {.file = file, .line = (int) line};
  rt_fail (FINDING_ASSERTION, "assertion failed: %s", text);
}

_Noreturn void mz_assert_fail (const char *, const char *, unsigned, const char *);
_Noreturn void
mz_assert_fail (const char *text, const char *file, unsigned line, const char *function)
{
  (void) function;
  assertion (text, file, line, CALLER);
}

/* Another name of it. A function of its own with the same body would be made to call the first one by
 * the compiler, and its caller, whose place is told, would be in here. */
_Noreturn void __assert_fail (const char *, const char *, unsigned, const char *) __attribute__ ((alias ("mz_assert_fail")));

void
abort (void)
{
  if (!rt || !rt->current)
    __builtin_trap ();
  rt->failure.pc = CALLER;
  rt_fail (FINDING_CRASH, "the program calls abort");
}

/* SV-COMP's programs define reach_error, most of them empty: that it is called
 * is the error. build.c links the names to ours, whoever defines them. */
static _Noreturn void
reached (const char *name, uint64_t pc)
{
  if (!rt || !rt->current)
    abort ();
  rt->failure.pc = pc;
  rt_fail (FINDING_ASSERTION, "%s is reached", name);
}

void mz_reach_error (void);
void
mz_reach_error (void)
{
  reached ("reach_error", CALLER);
}

void mz_verifier_error (void);
void
mz_verifier_error (void)
{
  reached ("__VERIFIER_error", CALLER);
}

/* ---- ending ---- */

#define HANDLERS 1024

/* In the program's memory, so that each execution finds what was registered before main. */
static struct handler { void (*function) (void); void (*with) (void *); void *argument; bool quick; } handlers[HANDLERS];
static int nhandlers;

/* They are called in an order that depends on who comes first. */
static void
add_handler (uint64_t pc)
{
  struct rt_thread *t = rt ? rt->current : NULL;
  trial_stop ();
  if (t && (t->id || t->children) && !MUTANT (runtime_handlers_independent)) {
    rt_need (RT_HANDLERS);
    op_change (handlers, NATIVE_ATEXIT, pc);
  } else if (t)
    spin_broken (t);
  if (nhandlers == HANDLERS && MUTANT (runtime_handlers_dropped))
    nhandlers--;
  if (nhandlers == HANDLERS)
    rt_unsupported ("registering more than 1024 functions with atexit");
  handlers[nhandlers++] = (struct handler) {0};
}

int
atexit (void (*function) (void))
{
  add_handler (CALLER);
  handlers[nhandlers - 1].function = function;
  return 0;
}

static int
add_with (void (*function) (void *), void *argument, bool quick, uint64_t pc)
{
  add_handler (pc);
  handlers[nhandlers - 1].with = function;
  handlers[nhandlers - 1].argument = argument;
  handlers[nhandlers - 1].quick = quick;
  return 0;
}

int __cxa_atexit (void (*) (void *), void *, void *);
int
__cxa_atexit (void (*function) (void *), void *argument, void *module)
{
  (void) module;
  return add_with (function, argument, false, CALLER);
}

/* What at_quick_exit comes to: it is linked into the program. */
int __cxa_at_quick_exit (void (*) (void *), void *);
int
__cxa_at_quick_exit (void (*function) (void *), void *module)
{
  (void) module;
  return add_with (function, NULL, true, CALLER);
}

/* The linker's: the program's destructor functions. The first is the compiler's own. */
extern void (*const __fini_array_start[]) (void) __attribute__ ((visibility ("hidden")));
extern void (*const __fini_array_end[]) (void) __attribute__ ((visibility ("hidden")));

static bool
has_handler (void)
{
  if (rt->modes & RT_HANDLERS)
    op_change (handlers, NATIVE_ATEXIT, 0);
  return nhandlers;
}

void
rt_run_atexit (bool quick)
{
  for (int first = 0; has_handler (); first++) {
    nhandlers--;
    int i = MUTANT (runtime_atexit_order) ? first : nhandlers;
    if (handlers[i].quick != quick || (quick && MUTANT (runtime_quick_exit)))
      continue;
    if (handlers[i].with)
      handlers[i].with (handlers[i].argument);
    else
      handlers[i].function ();
  }
  for (ptrdiff_t i = quick ? 0 : __fini_array_end - __fini_array_start; i-- > 1;)
    __fini_array_start[i] ();
}

/* ---- assuming ---- */

void mz_assume (int);
void
mz_assume (int holds)
{
  if (!holds && rt && rt->current && !MUTANT (runtime_assume_ignored))
    rt_cut ();
}
