/* Indices outside of arrays whose size the compiler knows: globals, locals, members
 * (-fsanitize=bounds, build.c). Accesses through pointers are checked by heap.c and zones.c. */

#include "native/runtime/core/rt.h"

#include <assert.h>
#include <stdint.h>

/* The layout that gcc and clang use. */
struct type { uint16_t kind, info; char name[]; };   /* info: log2 of an integer's bits, then 1 if it is signed */
struct bounds {
  struct { const char *file; uint32_t line, column; } place;
  const struct type *array, *index;
};

void __ubsan_handle_out_of_bounds_abort (const struct bounds *, uintptr_t index);

static long long
value_of (const struct type *t, uintptr_t value)
{
  assert (t->info >> 1 <= 7);     /* at most 128 bits */
  unsigned bits = 1u << (t->info >> 1), unused = bits < 64 ? 64 - bits : 0;
  return t->info & 1 ? (int64_t) ((uint64_t) value << unused) >> unused : (long long) value;
}

EXPORT void
__ubsan_handle_out_of_bounds_abort (const struct bounds *b, uintptr_t index)
{
  if (!rt || !rt->current) {
    constructors_wanted ();
    __builtin_trap ();            /* without the checker, or in the constructor of a library */
  }
  rt->failure.pc = CALLER;
  rt->failure.address = rt->failure.bytes = 0;
  rt_fail (FINDING_MEMORY, "index %lld is outside of an array of type %s",
           value_of (b->index, index), b->array->name);
}
