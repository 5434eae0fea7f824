/* Idea. -fsanitize=address places red zones around globals and locals and keeps a shadow map of them, but gcc's
 * driver refuses it together with -fsanitize=thread. It is enabled here, after the driver has checked the options,
 * without the test before each access: the runtime sees every access and looks it up in the map
 * (runtime/memory/zones.c).
 *
 * A longjmp or an exception leaves frames without clearing their part of the map, so the runtime is called where
 * control may arrive after one.
 */
#include "plugin.h"

#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "cfganal.h"
#include "options.h"
#include "opts.h"
#include "except.h"
#include "tree-cfg.h"
#include "tree-eh.h"
#include "tree-ssanames.h"

extern bool set_asan_shadow_offset (const char *);

static const char *const map_address = "0x200000000000";   /* RT_ZONES of runtime/core/layout.h */

bool
zones_are_on ()
{
  return flag_sanitize & SANITIZE_USER_ADDRESS;
}

void
begin_zones ()
{
  if (!(flag_sanitize & SANITIZE_THREAD) || !set_asan_shadow_offset (map_address))
    return;
  flag_sanitize |= SANITIZE_ADDRESS | SANITIZE_USER_ADDRESS;
  flag_sanitize_address_use_after_scope = 0;
  param_asan_globals = param_asan_stack = param_asan_protect_allocas = 1;
  param_asan_memintrin = 1;       /* for alloca; memory functions are calls (-fno-builtin) */
  param_asan_instrument_reads = param_asan_instrument_writes = param_asan_instrumentation_with_call_threshold = param_asan_use_after_return = 0;
}

static gcall *
landed (location_t where)
{
  gcall *call = gimple_build_call (build_fn_decl ("__mazurka_landed", build_function_type_list (void_type_node, NULL_TREE)), 0);
  gimple_set_location (call, where);
  return call;
}

/* Adds the call of the runtime after a function that returns twice (setjmp). The sanitizer's own hook before calls that do
 * not return is removed: it would clear the map of the whole stack, and frames that remain would lose their red zones. */
void
note_landing (gimple_stmt_iterator *at, gcall *call)
{
  if (gimple_call_builtin_p (call, BUILT_IN_ASAN_HANDLE_NO_RETURN)) {
    unlink_stmt_vdef (call);
    gsi_replace (at, gimple_build_nop (), false);
    return;
  }
  if (!zones_are_on () || !(gimple_call_flags (call) & ECF_RETURNS_TWICE))
    return;
  edge next = stmt_ends_bb_p (call) ? find_fallthru_edge (gimple_bb (call)->succs) : NULL;
  if (next)
    gsi_insert_on_edge (next, landed (gimple_location (call)));
  else if (!stmt_ends_bb_p (call))
    gsi_insert_after (at, landed (gimple_location (call)), GSI_NEW_STMT);
}

/* The same at the start of a landing pad. */
void
note_landing_pad (basic_block block)
{
  glabel *label = safe_dyn_cast <glabel *> (first_stmt (block));
  if (!zones_are_on () || !label || EH_LANDING_PAD_NR (gimple_label_label (label)) <= 0)
    return;
  gimple_stmt_iterator first = gsi_after_labels (block);
  gsi_insert_before (&first, landed (UNKNOWN_LOCATION), GSI_NEW_STMT);
}
