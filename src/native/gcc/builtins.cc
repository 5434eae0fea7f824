/* Idea. gcc may expand a built-in function (__builtin_strcpy, or what a call was folded to) in place,
 * after instrumentation. Here it becomes a call of the library's function, which the runtime sees
 * (runtime/libc/libc.c). __builtin_va_start and _copy have no such function: their accesses are
 * instrumented here. Which memory a machine instruction (__builtin_ia32_...) with pointer arguments
 * touches is not known: it is noted as unseen.
 */
#include "plugin.h"

#include <string.h>

#include "builtins.h"

static bool
takes_pointer (gcall *call)
{
  for (unsigned i = 0; i < gimple_call_num_args (call); i++)
    if (POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, i))))
      return true;
  return false;
}

/* The equivalent library function; NULL if there is none, or if only the compiler can implement it. */
static const char *
library_name (tree function)
{
  const char *name = IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (function));
  size_t n = strlen (name);
  bool is_checked = n > 6 && !strcmp (name + n - 4, "_chk");
  return ALLOCA_FUNCTION_CODE_P (DECL_FUNCTION_CODE (function)) || (*name == '_' && !is_checked) ? NULL : name;
}

void
call_library (gimple_stmt_iterator *at, gcall *call)
{
  tree function = gimple_call_fndecl (call);
  if (!function || !takes_pointer (call))
    return;
  if (fndecl_built_in_p (function, BUILT_IN_MD) && !TREE_READONLY (function))
    note_unseen (call);
  if (!fndecl_built_in_p (function, BUILT_IN_NORMAL))
    return;
  const char *name = library_name (function);
  if (gimple_call_builtin_p (call, BUILT_IN_VA_START) || gimple_call_builtin_p (call, BUILT_IN_VA_COPY))
    tell_range (at, gimple_call_arg (call, 0), TYPE_SIZE_UNIT (va_list_type_node), BUILT_IN_TSAN_WRITE_RANGE);
  if (gimple_call_builtin_p (call, BUILT_IN_VA_COPY) && POINTER_TYPE_P (TREE_TYPE (gimple_call_arg (call, 1))))
    tell_range (at, gimple_call_arg (call, 1), TYPE_SIZE_UNIT (va_list_type_node), BUILT_IN_TSAN_READ_RANGE);
  if (name) {
    gimple_call_set_fndecl (call, build_fn_decl (name, TREE_TYPE (function)));
    update_stmt (call);
  }
}
