#define _GNU_SOURCE 1
#include "native/runtime/libc/cxx_calls.h"

#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include "native/runtime/libc/libc.h"
#include "native/runtime/core/rt.h"
#include "native/runtime/signals/signal_parts.h"

void
cxx_touch (const void *p, size_t bytes, bool write, uint64_t pc)
{
  if (p && bytes)
    rt_plain (p, bytes, write, pc);
}

/* ---- objects and names of types ---- */

/* __dynamic_cast reads the pointer to the table of virtual functions, before which the offset of the
 * complete object is stored; and the same pointer of the complete object. */
static void
object_is_cast (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (void *), false, pc);
  const ptrdiff_t *functions = *(const ptrdiff_t *const *) a[0];
  cxx_touch ((const char *) a[0] + functions[-2], sizeof (void *), false, pc);
}

/* (name, buffer, its length, status) */
static void
name_is_demangled (void *const *a, uint64_t pc)
{
  const size_t *length = a[2];
  cxx_touch (a[0], libc_length (a[0], SIZE_MAX), false, pc);
  cxx_touch (length, sizeof *length, true, pc);
  if (length)
    cxx_touch (a[1], *length, true, pc);
  cxx_touch (a[3], sizeof (int), true, pc);
}

/* ---- jumps: these functions use their caller's frame, so they cannot be wrapped ---- */

/* libc saves eight registers and a flag, and on request the kernel's mask of blocked signals. The thread's mask is the runtime's, so
 * it is saved as well, in a part of the set that the kernel does not use. */
static void
jump_is_set (void *const *a, uint64_t pc)
{
  struct __jmp_buf_tag *jump = a[0];
  cxx_touch (jump, offsetof (struct __jmp_buf_tag, __saved_mask), true, pc);
}

static void
jump_is_set_with_mask (void *const *a, uint64_t pc)
{
  struct __jmp_buf_tag *jump = a[0];
  jump_is_set (a, pc);
  cxx_touch (&jump->__saved_mask, 2 * sizeof (uint64_t), true, pc);
  jump->__saved_mask.__val[1] = rt->current ? rt->current->signal_mask : 0;
}

static void
jump_is_set_as_asked (void *const *a, uint64_t pc)
{
  ((int) (intptr_t) a[1] ? jump_is_set_with_mask : jump_is_set) (a, pc);
}

static void
jump_is_made (void *const *a, uint64_t pc)
{
  struct __jmp_buf_tag *jump = a[0];
  cxx_touch (jump, offsetof (struct __jmp_buf_tag, __saved_mask), false, pc);
  if (!jump->__mask_was_saved || !rt->current)
    return;
  cxx_touch (&jump->__saved_mask, 2 * sizeof (uint64_t), false, pc);
  signals_restore_mask (jump->__saved_mask.__val[1], pc);
}

/* ---- names ---- */

/* The first pattern that matches is used. */
static const struct cxx_call known[] = {
  {"_setjmp", jump_is_set, ""}, {"setjmp", jump_is_set_with_mask, ""}, {"__sigsetjmp", jump_is_set_as_asked, ""},
  {"longjmp", jump_is_made, ""}, {"_longjmp", jump_is_made, ""}, {"siglongjmp", jump_is_made, ""}, {"__longjmp_chk", jump_is_made, ""},
  {"__dynamic_cast", object_is_cast, ""}, {"__cxa_demangle", name_is_demangled, ""},
};

/* Every * matches any letters; all lengths are tried. */
bool
cxx_name_fits (const char *pattern, const char *name)
{
  for (; *pattern && *pattern != '*'; pattern++, name++)
    if (*pattern != *name)
      return false;
  if (!*pattern)
    return !*name;
  do
    if (cxx_name_fits (pattern + 1, name))
      return true;
  while (*name++);
  return false;
}

static const struct cxx_call *
find_call (const struct cxx_call *table, size_t n, const char *name)
{
  for (size_t i = 0; i < n; i++)
    if (cxx_name_fits (table[i].name, name))
      return &table[i];
  return NULL;
}

const struct cxx_call *
cxx_call_of (const char *name)
{
  const struct cxx_call *c = find_call (known, sizeof known / sizeof *known, name);
  size_t n;
  const struct cxx_call *objects = cxx_object_calls (&n);
  if (!c)
    c = find_call (objects, n, name);
  const struct cxx_call *streams = cxx_stream_calls (&n);
  if (!c)
    c = find_call (streams, n, name);
  const struct cxx_call *containers = cxx_container_calls (&n);
  return c ? c : find_call (containers, n, name);
}
