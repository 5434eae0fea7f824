/* Undefined arithmetic that is a finding: division by zero, shifts by at least the width of the value (-fsanitize, build.c). The hardware
 * does not always trap: a compiler may delete a division whose result is unused, and a processor uses only some bits of a shift's width. */
#include "native/runtime/core/rt.h"

void __ubsan_handle_divrem_overflow_abort (const void *place, uintptr_t left, uintptr_t right);
void __ubsan_handle_shift_out_of_bounds_abort (const void *place, uintptr_t value, uintptr_t width);

static _Noreturn void
fail (uintptr_t pc, const char *what)
{
  if (!rt || !rt->current) {
    constructors_wanted ();
    __builtin_trap ();            /* without the checker, or in the constructor of a library */
  }
  rt->failure.pc = pc;
  rt->failure.address = rt->failure.bytes = 0;
  rt_fail (FINDING_CRASH, "%s", what);
}

EXPORT void
__ubsan_handle_divrem_overflow_abort (const void *place, uintptr_t left, uintptr_t right)
{
  (void) place, (void) left, (void) right;
  fail (CALLER, "division by zero");
}

EXPORT void
__ubsan_handle_shift_out_of_bounds_abort (const void *place, uintptr_t value, uintptr_t width)
{
  (void) place, (void) value, (void) width;
  fail (CALLER, "shift by as many bits as the value has, or more");
}
