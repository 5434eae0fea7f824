#define _GNU_SOURCE 1
#include "native/runtime/cxx_calls.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include "base/mutant.h"
#include "native/runtime/libc.h"
#include "native/runtime/rt.h"
#include "native/runtime/signal_parts.h"

void
cxx_touch (const void *p, size_t bytes, bool write, uint64_t pc)
{
  if (p && bytes)
    rt_plain (p, bytes, write, pc);
}

/* ---- std::string: where its text is, how long it is, then a buffer ---- */

struct text { const char *data; size_t length; char buffer[16]; };

static void
string_is_read (void *const *a, uint64_t pc)
{
  const struct text *s = a[0];
  cxx_touch (s, sizeof *s, false, pc);
  cxx_touch (s->data, s->length + 1, false, pc);
}

static void
string_is_changed (void *const *a, uint64_t pc)
{
  const struct text *s = a[0];
  cxx_touch (s, sizeof *s, true, pc);
  cxx_touch (s->data, s->length + 1, true, pc);
}

/* (this, const char *, size_t) */
static void
string_takes_text (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  cxx_touch (a[1], (size_t) a[2], false, pc);
}

/* (this, size_t, size_t, const char *, size_t) */
static void
string_replaces (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  cxx_touch (a[3], (size_t) a[4], false, pc);
}

/* (this, const std::string &) */
static void
string_takes_string (void *const *a, uint64_t pc)
{
  string_is_changed (a, pc);
  string_is_read (a + 1, pc);
}

/* A new one: what was there before is nothing yet. */
static void
string_is_copied (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (struct text), true, pc);
  string_is_read (a + 1, pc);
}

static void
string_is_made (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (struct text), true, pc);
}

/* ---- exceptions with a text ---- */

/* (this, const std::string &) */
static void
error_takes_string (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], 2 * sizeof (void *), true, pc);
  string_is_read (a + 1, pc);
}

/* (this, const char *) */
static void
error_takes_text (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], 2 * sizeof (void *), true, pc);
  cxx_touch (a[1], libc_length (a[1], SIZE_MAX), false, pc);
}

/* ---- objects and names of types ---- */

/* Where the whole object begins stands in front of the functions that the object's
 * first word leads to; that of the whole object is looked at as well. */
static void
object_is_cast (void *const *a, uint64_t pc)
{
  if (MUTANT (runtime_dynamic_cast))
    return;
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

/* std::thread::detach: the thread's number is forgotten. (join waits first: runtime/cxx.c.) */
static void
thread_is_detached (void *const *a, uint64_t pc)
{
  cxx_touch (a[0], sizeof (void *), true, pc);
}

/* ---- streams ---- */

/* The standard ones may be used by several threads at once. */
static bool
is_standard (const void *stream)
{
  static const char *const names[] = {"_ZSt4cout", "_ZSt4cerr", "_ZSt4clog", "_ZSt3cin", "_ZSt5wcout", "_ZSt5wcerr", "_ZSt4wcin"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (stream == dlsym (RTLD_DEFAULT, names[i]))
      return true;
  return false;
}

static void
stream_is_used (void *const *a, uint64_t pc)
{
  if (!is_standard (a[0]))
    cxx_touch (a[0], sizeof (void *), true, pc);
}

static void
stream_takes_string (void *const *a, uint64_t pc)
{
  stream_is_used (a, pc);
  if (a[1])
    cxx_touch (a[1], libc_length (a[1], SIZE_MAX), false, pc);
}

static void
stream_takes_text (void *const *a, uint64_t pc)
{
  stream_is_used (a, pc);
  cxx_touch (a[1], (size_t) a[2], false, pc);
}

/* ---- jumps: their functions return to the caller's frame, so nothing can stand around them ---- */

/* libc saves eight registers and a flag, then, if that is asked for, the signals that are blocked. Those of the kernel are not
 * the thread's, so ours are kept beside them, in a part of the set that the kernel does not use. */
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
  if (!jump->__mask_was_saved || !rt->current || MUTANT (runtime_jump_mask))
    return;
  cxx_touch (&jump->__saved_mask, 2 * sizeof (uint64_t), false, pc);
  signals_restore_mask (jump->__saved_mask.__val[1], pc);
}

/* ---- names ---- */

#define STRING "St7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"

/* The first that fits counts. */
static const struct { const char *name; cxx_effect *effect; } known[] = {
  {"_setjmp", jump_is_set}, {"setjmp", jump_is_set_with_mask}, {"__sigsetjmp", jump_is_set_as_asked},
  {"longjmp", jump_is_made}, {"_longjmp", jump_is_made}, {"siglongjmp", jump_is_made}, {"__longjmp_chk", jump_is_made},
  {"_ZNK" STRING "*", string_is_read},
  {"_ZN" STRING "9_M_appendEPKcm", string_takes_text},
  {"_ZN" STRING "10_M_replaceEmmPKcm", string_replaces},
  {"_ZN" STRING "9_M_assignERKS4_", string_takes_string},
  {"_ZN" STRING "C1ERKS4_", string_is_copied},
  {"_ZN" STRING "C2ERKS4_", string_is_copied},
  {"_ZN" STRING "C1*", string_is_made},
  {"_ZN" STRING "C2*", string_is_made},
  {"_ZN" STRING "9_M_createERmm", string_is_made},
  {"_ZN" STRING "*", string_is_changed},
  {"__dynamic_cast", object_is_cast}, {"__cxa_demangle", name_is_demangled}, {"_ZNSt6thread6detachEv", thread_is_detached},
  {"_ZNSt*_errorC*RKNSt7__cxx1112basic_string*", error_takes_string}, {"_ZNSt*_errorC*EPKc", error_takes_text},
  {"_ZNSt12out_of_rangeC*EPKc", error_takes_text}, {"_ZNSt16invalid_argumentC*EPKc", error_takes_text},
  {"_ZNSt12out_of_rangeC*RKNSt7__cxx1112basic_string*", error_takes_string}, {"_ZNSt16invalid_argumentC*RKNSt7__cxx1112basic_string*", error_takes_string},
  {"_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", stream_takes_string},
  {"_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l", stream_takes_text},
  {"_ZStlsIcSt11char_traitsIcE*", stream_is_used},
  {"_ZStlsISt11char_traitsIcE*", stream_is_used},
  {"_ZNSo*", stream_is_used},
  {"_ZSt4endlIcSt11char_traitsIcE*", stream_is_used},
  {"_ZSt5flushIcSt11char_traitsIcE*", stream_is_used},
  {"_ZNSt9basic_iosIcSt11char_traitsIcEE5clear*", stream_is_used},
};

/* Every * stands for any letters. What follows the last one may come again before it fits, so all its places are tried. */
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

cxx_effect *
cxx_effect_of (const char *name)
{
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (cxx_name_fits (known[i].name, name))
      return known[i].effect;
  return cxx_container_effect_of (name);
}
